"""The layers of the house: who may import whom."""

import ast
import re
import sys
from importlib.util import resolve_name
from pathlib import Path

import pytest

import sobremesa

ROOT = Path(sobremesa.__file__).parent
MODULES = {
    ".".join(("sobremesa", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in ROOT.rglob("*.py")
}

# From the ground up; a module may import its own layer and those below it.
LAYERS = [
    r"sobremesa\.verify2?",
    r"sobremesa\.kit(\..*)?",
    r"sobremesa\.core\.(table|rules|words|errors|option|scene|notation|files|discovery|jsontext|drivers|native|streams|worth|interrupts|reasons|throws)|sobremesa\.core",
    r"sobremesa\.games\.\w+\.rules",
    r"sobremesa\.games\.\w+\.(scene|notation|worth|insight|reasons)",
    r"sobremesa\.core\.(game|position|view|record|engine|batch)|sobremesa\.games|sobremesa\.games\.\w+",
    r"sobremesa\.draw(\..*)?",
    r"sobremesa\.core\.match",
    r"sobremesa\.search(\..*)?",
    r"sobremesa\.(bots|lab)(\..*)?",
    r"sobremesa",
    r"sobremesa\.(cli|rl|server)(\..*)?|sobremesa\.__main__",
]


def layer_of(module: str) -> int:
    return next(number for number, pattern in enumerate(LAYERS) if re.fullmatch(pattern, module))


def imports(module: str) -> set[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            members = {f"{base}.{alias.name}" for alias in node.names}
            found |= {member if member in MODULES else base for member in members}
    return found


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_imports_only_its_own_layer_and_those_below(module: str) -> None:
    ours = {name for name in imports(module) if name.partition(".")[0] == "sobremesa"}

    assert all(layer_of(name) <= layer_of(module) for name in ours), ours


@pytest.mark.parametrize("module", sorted(name for name in MODULES if re.match(r"sobremesa\.games\.\w+", name)))
def test_games_never_import_one_another(module: str) -> None:
    game = ".".join(module.split(".")[:3])

    assert all(name.startswith(game) for name in imports(module) if re.match(r"sobremesa\.games\.", name))


@pytest.mark.parametrize(
    "module", sorted(name for name in MODULES if re.fullmatch(r"sobremesa\.games\.\w+\.rules", name))
)
def test_rules_import_numpy_the_kit_and_the_contract_alone(module: str) -> None:
    foreign = {name.partition(".")[0] for name in imports(module)} - sys.stdlib_module_names

    assert foreign <= {"numpy", "sobremesa"}
    ours = {name for name in imports(module) if name.startswith("sobremesa.")}
    assert all(re.match(r"sobremesa\.(kit\.|core\.(rules|table)$)", name) for name in ours)


@pytest.mark.parametrize("module", sorted(name for name in MODULES if re.match(r"sobremesa\.draw", name)))
def test_pictures_are_drawn_without_knowing_any_game(module: str) -> None:
    text = MODULES[module].read_text(encoding="utf-8").lower()

    games = {part for name in sobremesa.names() for part in (name, name.replace("-", "_"), name.replace("-", ""))}
    assert not {game for game in games if game in text}
    assert not {name for name in imports(module) if name.startswith("sobremesa.games")}
