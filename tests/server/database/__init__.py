"""The server's database: connections, the writer, and what happens when it is not what it was."""
