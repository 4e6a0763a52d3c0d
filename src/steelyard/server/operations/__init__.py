"""Running a server for others: backups, health, metrics, logs."""
