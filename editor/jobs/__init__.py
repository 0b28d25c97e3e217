"""The worker process, and the jobs that several features ask it for."""
