"""Which tests come after one another: those about one game, so that two workers seldom compile the same one.

Within a game they come in random order, and so do the games.
"""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """This is called with all tests in random order."""
    # What is loaded with this file is not counted as covered.
    from sobremesa import names

    games = {name: {name, name.replace("-", "_")} for name in names()}
    order: dict[str, int] = {}

    def turn_of(item: pytest.Item) -> int:
        mentioned = [game for game, called in games.items() if any(name in item.nodeid for name in called)]
        return order.setdefault(mentioned[0] if len(mentioned) == 1 else "", len(order))

    items.sort(key=turn_of)
