"""The rulebooks, the tests and the code name the same rules."""

import re
from importlib import resources
from pathlib import Path

import pytest

import sobremesa.games
from sobremesa import find, names
from sobremesa.core.words import LANGUAGES

OURS = [name for name in names() if find(name).package.startswith(f"{sobremesa.games.__name__}.")]
TESTS = Path(__file__).parent.parent / "games"


@pytest.mark.parametrize("name", OURS)
def test_rulebooks_tests_and_code_name_the_same_rules(name: str) -> None:
    in_rulebooks = [anchors(name, language) for language in LANGUAGES]
    prefix = in_rulebooks[0][0].partition("-")[0]
    in_code = mentions(name, prefix)
    in_tests = ids_of_tests(name, prefix)

    assert all(len(set(ids)) == len(ids) for ids in in_rulebooks)
    assert set(in_rulebooks[0]) == set(in_rulebooks[1])
    assert set(in_rulebooks[0]) == in_tests
    assert set(in_rulebooks[0]) == in_code


def anchors(name: str, language: str) -> list[str]:
    folder = resources.files(find(name).package)
    return re.findall(r'<a id="([^"]+)">', folder.joinpath(f"rulebook.{language}.md").read_text(encoding="utf-8"))


def mentions(name: str, prefix: str) -> set[str]:
    folder = Path(str(resources.files(find(name).package)))
    comments = [
        comment
        for path in folder.glob("*.py")
        for comment in re.findall(rf"# ({prefix}-.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    return {rule for comment in comments for rule in comment.split()}


def ids_of_tests(name: str, prefix: str) -> set[str]:
    folder = TESTS / find(name).package.rpartition(".")[2]
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    found = re.findall(rf"def test_{prefix.lower()}_(\w*?\d+)_", text)
    return {f"{prefix}-{number.upper()}" for number in found}
