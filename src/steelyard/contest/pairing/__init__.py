"""Who meets whom, as pure functions of names: round robin, Swiss rounds, seeding of brackets."""
