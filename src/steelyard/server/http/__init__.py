"""What all HTTP requests share: middleware, rate limits, responses, pages and static files."""
