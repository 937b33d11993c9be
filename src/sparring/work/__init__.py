"""Where thinking runs: threads that can be abandoned, processes that can be ended, pools for many jobs."""
