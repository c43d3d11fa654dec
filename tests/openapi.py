"""The description of the HTTP interface, `docs/openapi.json`: `make openapi` writes anew what follows from the code.

Paths and answers are written by hand. A schema with `x-struct` is that of a type that the server reads or sends, and is
written by `make openapi` with all schemas that it needs (`x-needed`), so a new one takes only the name of its type.
"""

import importlib
import json
from pathlib import Path
from typing import Any

import msgspec

FILE = Path(__file__).parents[1] / "docs" / "openapi.json"
TEMPLATE = "#/components/schemas/{name}"
WIDTH = 120
STRUCT, NEEDED = "x-struct", "x-needed"

Json = dict[str, Any]


def load() -> Json:
    """Return the description."""
    found: Json = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def resolve(name: str) -> Any:
    """Return the type that a dotted name means."""
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def generated(schemas: Json) -> Json:
    """Return all schemas, those that follow from types as they must be now."""
    kept = {name: schema for name, schema in schemas.items() if STRUCT not in schema and NEEDED not in schema}
    named = {name: schema[STRUCT] for name, schema in schemas.items() if STRUCT in schema}
    found, needed = msgspec.json.schema_components([resolve(each) for each in named.values()], ref_template=TEMPLATE)
    for (name, struct), schema in zip(named.items(), found, strict=True):
        whole = needed.pop(name) if schema.get("$ref") == TEMPLATE.format(name=name) else schema
        kept[name] = {STRUCT: struct} | whole
    return kept | {name: {NEEDED: True} | schema for name, schema in needed.items()}


def whole(description: Json) -> Json:
    """Return a description as `make openapi` would write it."""
    parts = description["components"]
    return description | {"components": parts | {"schemas": dict(sorted(generated(parts["schemas"]).items()))}}


def text_of(value: Any, indent: int = 0, room: int = WIDTH) -> str:
    """Return JSON in which whatever fits on a line stands on one.

    >>> print(text_of({"a": [1, 2]}))
    {"a": [1, 2]}
    """
    short = json.dumps(value, ensure_ascii=False)
    if len(short) <= room - indent or not isinstance(value, dict | list) or not value:
        return short
    inside, pad = indent + 2, " " * (indent + 2)
    if isinstance(value, dict):
        lines = [_entry(key, each, inside) for key, each in value.items()]
        return "{\n" + ",\n".join(pad + line for line in lines) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(pad + text_of(each, inside, WIDTH - 1) for each in value) + "\n" + " " * indent + "]"


def _entry(key: str, value: Any, indent: int) -> str:
    head = f"{json.dumps(key, ensure_ascii=False)}: "
    return head + text_of(value, indent, WIDTH - 1 - len(head))


def main() -> None:
    """Write the description anew."""
    FILE.write_text(text_of(whole(load())) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
