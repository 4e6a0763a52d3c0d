"""The stages of a contest: what each schedules, how it is decided and who advances."""
