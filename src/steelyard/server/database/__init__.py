"""The database: engine, migrations, and the single writer."""
