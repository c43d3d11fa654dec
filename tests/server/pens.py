"""Pens: how a test reaches the database of a store that runs."""

import sqlite3

from sobremesa.server.pen import Pen
from sobremesa.server.store import SQLite, Store
from sobremesa.server.writers import InThread


def pen_of(store: Store) -> Pen:
    assert isinstance(store, SQLite)
    assert isinstance(store._writer, InThread)
    return store._writer.pen


def database_of(store: Store) -> sqlite3.Connection:
    return pen_of(store).connection
