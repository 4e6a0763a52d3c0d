"""Called by Alembic with the connection that the store has opened."""

from alembic import context

from steelyard.server.tables import schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    render_as_batch=True,  # SQLite cannot change a table in place
)
with context.begin_transaction():
    context.run_migrations()
