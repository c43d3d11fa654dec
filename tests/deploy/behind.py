"""A real server behind a real proxy with one of our example files, and people who come over https."""

import os
import re
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from tests.deploy.package import program
from tests.server.company import PATIENCE, Socket

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

NGINX = """
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
daemon off;
worker_processes 1;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
CADDY = """
{{
	admin off
	auto_https off
	storage file_system {folder}/caddy
}}
{site}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def settings_in(text: str) -> str:
    """The settings that an example file asks for, as it says in its comments."""
    lines = re.findall(r"^#   (.*)$", text, re.MULTILINE)
    assert lines[0] == "[server]"
    return "\n".join(lines)


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for a name, and its key."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run([*command, "-out", str(chain), "-keyout", str(key)], check=True, capture_output=True)
    return chain, key


@contextmanager
def running(command: list[str], log: Path) -> Iterator[subprocess.Popen[str]]:
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            yield process
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


@contextmanager
def table(folder: Path, settings: str) -> Iterator[int]:
    """A server with settings, and its port."""
    file = folder / "sobremesa.toml"
    file.write_text(settings)
    command = [sys.executable, "-m", "sobremesa", "serve", "--config", str(file), "--port", "0"]
    with running([*command, "--data", str(folder / "data")], folder / "server.log") as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert "http://" in said, (folder / "server.log").read_text()
        yield int(said.rstrip().rstrip("/").rpartition(":")[2])


def nginx_file(example: str, folder: Path, port: int, goal: int, extra: str = "") -> list[str]:
    """Write an example file as nginx can use it here; return the command that does."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    site = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", example, flags=re.DOTALL)
    site = re.sub(r"    listen \[::\].*\n", "", site).replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = re.sub(r"ssl_certificate .*;", f"ssl_certificate {chain};", site)
    site = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};\n    {extra}", site)
    site = site.replace("127.0.0.1:7341", f"127.0.0.1:{goal}")
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=site, user=user))
    return [program("nginx"), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy_file(example: str, folder: Path, port: int, goal: int) -> list[str]:
    """Write an example file as Caddy can use it here; return the command that does."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    more = f"\n\tbind 127.0.0.1\n\ttls {chain} {key}"
    site = re.sub(r"^([a-z.]+) \{", rf"https://\1:{port} {{{more}", example, flags=re.MULTILINE)
    site = site.replace("127.0.0.1:7341", f"127.0.0.1:{goal}")
    (folder / "Caddyfile").write_text(CADDY.format(folder=folder, site=site))
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@dataclass
class Behind:
    """A table as people reach it: over https, by a name, below a path."""

    name: str
    port: int
    base: str
    trust: ssl.SSLContext

    @property
    def site(self) -> str:
        return f"https://{self.name}:{self.port}"

    @contextmanager
    def visitor(self, **headers: str) -> Iterator["Visitor"]:
        with httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}{self.base}",
            headers={"host": f"{self.name}:{self.port}", "origin": self.site, **headers},
            verify=self.trust,
            timeout=PATIENCE,
        ) as http:
            yield Visitor(self, http)


@dataclass
class Visitor:
    """Somebody with a browser of one's own."""

    behind: Behind
    http: httpx.Client

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.http.request(method, path, extensions={"sni_hostname": self.behind.name}, **more)

    @contextmanager
    def socket(self, match: str, **headers: str) -> Iterator[Socket]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        sent = {"Cookie": cookies} if cookies else {}
        address = f"wss://{self.behind.name}:{self.behind.port}{self.behind.base}ws/{match}"
        line = socket.create_connection(("127.0.0.1", self.behind.port))
        with connect(address, sock=line, ssl=self.behind.trust, additional_headers=sent | headers) as connection:
            yield Socket(connection)


@contextmanager
def behind(kind: str, where: str, folder: Path, more: str = "", extra: str = "") -> Iterator[Behind]:
    """A server with the settings that an example file asks for, and more, behind the proxy with that file."""
    path = DEPLOY / (f"nginx-{where}.conf" if kind == "nginx" else f"{where}.Caddyfile")
    example = path.read_text()
    settings = settings_in(example)
    named = re.search(r'names = \["(.*)"\]', settings)
    based = re.search(r'base_path = "(.*)"', settings)
    assert named
    chain, _ = certificate(folder, named[1])
    port = free_port()
    with table(folder, f"{settings}\n{more}") as goal:
        make = nginx_file if kind == "nginx" else caddy_file
        command = make(example, folder, port, goal, *([extra] if extra else []))
        with running(command, folder / "proxy.log") as process:
            _wait_for(port, process, folder)
            yield Behind(named[1], port, based[1] if based else "/", ssl.create_default_context(cafile=str(chain)))


def _wait_for(port: int, process: subprocess.Popen[str], folder: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, (folder / "proxy.log").read_text()
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the proxy does not listen")
