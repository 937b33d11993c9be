"""Training: evaluations that are learned from self-play, generation after generation, each through a gate.

Only `fitting.py` needs PyTorch, which the extra `train` installs.
"""
