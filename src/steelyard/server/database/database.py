"""The server's database: locked for one server, brought up to date, and open until it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sql

from steelyard.server.database import identity, migration
from steelyard.server.database.engine import Patience, connected, unusable
from steelyard.server.database.write_connection import WriteConnection

if TYPE_CHECKING:
    from pathlib import Path


class Database:
    """One database, for one server at a time. Reads use `engine`; writes go through the `Writer`."""

    def __init__(self, url: str, all_tables: sql.MetaData | None = None, data: Path | None = None) -> None:
        """Open the database.

        `all_tables` are those of every feature, to set up a new database quickly. Nothing is set up if the
        data folder belongs to another database.
        """
        patience = Patience()
        self.engine = connected(url, patience=patience)
        self.write_connection = WriteConnection(self.engine, patience, data)
        try:
            if data is not None:
                identity.check_first(self.engine, data)
            self.write_connection.lock()
            with self.engine.connect() as connection:
                found = migration.version(connection)
            if found is None and all_tables is not None:
                migration.set_up(url, all_tables)
            elif found != migration.HEAD:  # usually it is up to date: Alembic takes long to import
                migration.bring_up_to_date(url)
            if all_tables is not None:
                migration.check_tables(self.engine, all_tables)
            self.write_connection.claim()
        except (sql.exc.DBAPIError, sql.exc.ArgumentError) as error:
            self.close()
            raise unusable(error) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.write_connection.end()
        self.engine.dispose()
