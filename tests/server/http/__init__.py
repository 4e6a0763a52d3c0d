"""What is true of every request."""
