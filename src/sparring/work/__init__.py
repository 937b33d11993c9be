"""Where work runs: jobs in threads that can be abandoned and in processes that can be ended, and pools of processes."""
