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
    spanish, english = (anchors(name, language) for language in LANGUAGES)
    prefixes = {rule.partition("-")[0] for rule in english}

    assert len(set(spanish)) == len(spanish)
    assert len(set(english)) == len(english)
    assert set(spanish) == set(english)
    assert set(english) == ids_of_tests(name, prefixes)
    assert set(english) == ids_of_code(name, prefixes)


def anchors(name: str, language: str) -> list[str]:
    folder = resources.files(find(name).package)
    return re.findall(r'<a id="([^"]+)">', folder.joinpath(f"rulebook.{language}.md").read_text(encoding="utf-8"))


def ids_of_code(name: str, prefixes: set[str]) -> set[str]:
    folder = Path(str(resources.files(find(name).package)))
    rule = rf"(?:{'|'.join(prefixes)})-\w+"
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    comments = re.findall(rf"# ({rule}(?: {rule})*)$", text, flags=re.MULTILINE)
    return {found for comment in comments for found in comment.split()}


def ids_of_tests(name: str, prefixes: set[str]) -> set[str]:
    folder = TESTS / find(name).package.rpartition(".")[2]
    text = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    found = re.findall(rf"def test_({'|'.join(prefixes)})_([a-z]?\d+)_", text, flags=re.IGNORECASE)
    return {f"{prefix}-{number}".upper() for prefix, number in found}
