"""Mail to people who want it: whose move it is, challenges, games that are over."""
