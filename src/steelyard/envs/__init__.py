"""The three games as environments of research libraries."""
