"""What is public is exported, documented, and nothing else."""

import inspect
import types

import sobremesa


def test_public_names_are_exactly_the_exported_ones() -> None:
    public = {
        name
        for name, value in vars(sobremesa).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }

    assert public == set(sobremesa.__all__)


def test_public_names_are_documented() -> None:
    public = [getattr(sobremesa, name) for name in sobremesa.__all__]
    declared = [value for value in public if inspect.isroutine(value) or inspect.isclass(value)]

    assert len(declared) > 20
    assert all(value.__doc__ and not value.__doc__.startswith(f"{value.__name__}(") for value in declared)
