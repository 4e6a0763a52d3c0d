"""The tree of joint moves that grows where both players look most."""
