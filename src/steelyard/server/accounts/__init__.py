"""Accounts: who somebody is beyond one browser, what they may do, and what was done."""
