"""The Monte Carlo search tree of joint moves."""
