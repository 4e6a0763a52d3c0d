"""The job queue and the worker processes that claim jobs from it. What a job does is registered by the feature it belongs to."""
