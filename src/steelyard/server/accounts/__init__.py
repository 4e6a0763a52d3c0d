"""Accounts: who somebody is beyond one browser, what he may do, and what was done."""
