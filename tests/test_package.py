"""What is installed is complete and known: wheels hold every file; what comes from elsewhere is pinned by hashes."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_holds_everything(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))

    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(source)],
        check=True,
        capture_output=True,
    )

    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    wanted = {str(path.relative_to(source / "src")) for path in (source / "src").rglob("*.*") if path.is_file()}
    assert {name for name in wanted if ".egg-info" not in name} <= held
    assert any(name.endswith("rulebook.es.md") for name in held)


def test_what_comes_from_elsewhere_is_pinned_by_hashes_and_names_no_address() -> None:
    for path in sorted((ROOT / "requirements").glob("*.txt")):
        text = path.read_text()
        assert not re.search(r"://|index-url|find-links", text), path.name
        for package in re.split(r"\n(?=\S)", re.sub(r"(?m)^#.*\n", "", text).strip()):
            assert re.match(
                r'[a-z0-9-]+(\[[a-z]+\])?==[^ ]+( ; sys_platform != "win32")? \\\n    --hash=sha256:', package
            ), package

    # What another package wants with extras is pinned with them, or the newest would be taken.
    pinned = "".join((ROOT / "requirements" / f"{name}.txt").read_text() for name in ("base", "dev"))
    named = re.findall(r"(?m)^([a-z0-9-]+)(?:\[[a-z]+\])?==", pinned)
    known = [dist for dist in metadata.distributions() if re.sub("[_.]", "-", dist.name.lower()) in named]
    wanted = [each for dist in known for each in dist.requires or () if "extra ==" not in each]
    extras = {found[0] for each in wanted if (found := re.match(r"[a-z0-9-]+\[[a-z]+\]", each))}
    assert extras
    assert [each for each in extras if f"{each}==" not in pinned] == []

    for lock in (ROOT / "package-lock.json", ROOT / "bench" / "peer" / "package-lock.json"):
        packages = json.loads(lock.read_text())["packages"]
        assert "://" not in lock.read_text()
        assert all(package["integrity"] for path, package in packages.items() if path)
