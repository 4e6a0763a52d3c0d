"""The report of a contest for people and programs: pages, tables, pictures, made from the journal alone."""
