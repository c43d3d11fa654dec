"""Discovery: what is installed under a name, ours and other people's.

What lies in a package of ours is found by itself; what lies in other people's packages by an entry point of the group
that is called like our package.
"""

import pkgutil
from collections.abc import Collection
from importlib.metadata import entry_points
from types import ModuleType


def homes(package: ModuleType, *, are_packages: bool, besides: Collection[str] = ()) -> dict[str, str]:
    """This is the module of everything that is installed, by name; some modules of ours may be something else.

    Ours win: nobody can take the place of one of them.
    """
    found = theirs(package.__name__)
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg == are_packages and module.name not in besides:
            found[module.name.replace("_", "-")] = f"{package.__name__}.{module.name}"
    return found


def theirs(group: str) -> dict[str, str]:
    """This is the module of everything that other people have installed, by name."""
    return {point.name: point.module for point in entry_points(group=group)}


def reason_of(fault: BaseException) -> str:
    """This is why something that was found cannot be used, in one line for whoever wrote it."""
    return " ".join(f"{type(fault).__name__}: {fault}".split()).removesuffix(":")
