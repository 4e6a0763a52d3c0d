"""Called by Alembic with the connection that `migrate` has opened."""

from alembic import context

from steelyard.server.database.metadata import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot change a table in place
)
with context.begin_transaction():
    context.run_migrations()
