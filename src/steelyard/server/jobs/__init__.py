"""The job queue, and the worker processes that claim jobs from it. Features register what a job does."""
