"""Which tests come after one another: those about one game, so that two workers seldom compile the same one.

Within a game they come in random order, and so do the games.
"""

import pytest

from sobremesa import names


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """This is called with all tests in random order."""
    games = {name: {name, name.replace("-", "_")} for name in names()}
    order: dict[str, int] = {}

    def turn_of(item: pytest.Item) -> int:
        mentioned = [game for game, called in games.items() if any(name in item.nodeid for name in called)]
        return order.setdefault(mentioned[0] if len(mentioned) == 1 else "", len(order))

    items.sort(key=turn_of)
