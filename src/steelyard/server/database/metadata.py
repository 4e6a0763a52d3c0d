"""The one collection of tables that the schemas of all features add theirs to."""

from __future__ import annotations

from sqlalchemy import MetaData

metadata = MetaData()
