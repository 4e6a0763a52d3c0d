"""What a contest came to, for people and programs: pages, tables, pictures, all from the journal alone."""
