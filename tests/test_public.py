"""What is public is exported, documented, and nothing else."""

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
    documented = [getattr(sobremesa, name) for name in sobremesa.__all__]

    assert all(value.__doc__ for value in documented)
