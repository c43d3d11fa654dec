"""The container: its steps in a clean folder, as far as that goes without an engine."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
from ipaddress import ip_network
from pathlib import Path

from sobremesa.server.settings import read
from tests.deploy.behind import DEPLOY, ROOT, free_port
from tests.deploy.package import program
from tests.server.company import PATIENCE

Step = tuple[str, str]


def stages() -> list[list[Step]]:
    """The steps of the Dockerfile, stage by stage."""
    found: list[list[Step]] = []
    for line in (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ").splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append([])
        if word and not word.startswith("#"):
            found[-1].append((word, rest))
    return found


def allowed() -> set[str]:
    """What .dockerignore lets into the container."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    assert lines[0] == "*"
    return {line[1:] for line in lines if line.startswith("!")}


def test_the_steps_of_the_container_make_a_server(tmp_path: Path) -> None:
    build, served = stages()
    root = tmp_path / "root"
    for word, rest in build:
        if word == "COPY":
            *sources, target = rest.split()
            assert set(sources) <= allowed()
            for source in sources:
                copy(ROOT / source, root / target.lstrip("/"), is_folder=target.endswith("/"))
        if word == "RUN":
            script, prefix = shlex.split(rest)
            command = [str(root / script.lstrip("/")), str(root / prefix.lstrip("/"))]
            said = run(command, PYTHON=sys.executable)
            assert said.startswith("sobremesa ")
    copied = [rest.split()[1:] for word, rest in served if word == "COPY"]
    assert copied == [["/opt/sobremesa", "/opt/sobremesa"]]
    started = json.loads(dict(served)["ENTRYPOINT"])
    serve(root, started, tmp_path)


def copy(source: Path, target: Path, *, is_folder: bool) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        return
    target = target / source.name if is_folder else target
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def run(command: list[str], **more: str) -> str:
    # Nothing of the environment in which the tests run may help.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, env=kept | more, capture_output=True, text=True, check=False, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout


def serve(root: Path, started: list[str], folder: Path) -> None:
    """Start what the container starts, with the settings of compose.yaml, at a port and in a folder of the test."""
    name, *given = started
    port = str(free_port())
    here = {"0.0.0.0": "127.0.0.1", "7341": port, "/var/lib/sobremesa": str(folder / "data")}
    given = [here.get(each, each) for each in given]
    name = str(root / name.lstrip("/"))
    environment = {"SOBREMESA_CACHE": str(folder / "cache"), "SOBREMESA_LANG": "en"}
    assert "is in order" in run([name, "check-config", str(DEPLOY / "compose.toml")], **environment)
    command = [name, *given, "--config", str(DEPLOY / "compose.toml")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment, cwd="/") as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("The table is open")
            check = json.loads(re.sub(r".*CMD ", "", dict(stages()[1])["HEALTHCHECK"]))
            run([sys.executable, "-c", check[2].replace("7341", port)])
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                assert b"client/main.js" in page.read()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            if process.poll() is None:
                process.kill()


def test_the_image_has_a_python_that_will_do() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    images = [rest.split()[0] for stage in stages() for word, rest in stage if word == "FROM"]
    assert wanted == ">=3.11"
    assert len(set(images)) == 1
    assert re.fullmatch(r"python:3\.1[1-9]-slim", images[0])
    assert ("USER", "sobremesa") in stages()[-1]


def test_the_parts_of_the_compose_file_fit() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    settings = read(DEPLOY / "compose.toml")
    # Whoever Caddy speaks for is believed, and nobody else.
    (network,) = re.findall(r"subnet: (\S+)", compose)
    assert settings.server.trusted_proxies == (str(ip_network(network)),)
    (name,) = re.findall(r"^([a-z.]+) \{", (DEPLOY / "compose.Caddyfile").read_text(), re.MULTILINE)
    assert settings.server.names == (name,)
    assert "reverse_proxy sobremesa:7341" in (DEPLOY / "compose.Caddyfile").read_text()
    for mounted in re.findall(r"- \./(\S+?):", compose):
        assert (DEPLOY / mounted).is_file()
    assert "dockerfile: deploy/Dockerfile" in compose


def test_caddy_understands_the_file_of_the_compose_file() -> None:
    command = [program("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "compose.Caddyfile")]
    adapted = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert '"dial":"sobremesa:7341"' in adapted
