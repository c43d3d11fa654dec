"""An operator for tests: somebody who administrates a server in this process over HTTP."""

from pathlib import Path
from typing import Any

import httpx

from tests.server.company import PATIENCE, House

SECRET = "s" * 64


class Operator:
    """Somebody who shows the secret of a server, or a console token."""

    def __init__(self, house: House, token: str = SECRET, **headers: str) -> None:
        given = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=f"{house.address}/api/admin", headers=given | headers, timeout=PATIENCE)
        house.guests.append(self)  # type: ignore[arg-type]

    def ask(self, method: str, path: str, status: int = 200, **wish: Any) -> Any:
        """Ask for something, and expect how it is answered."""
        answer = self.http.request(method, path, json=wish or None)
        assert answer.status_code == status, answer.text
        return answer.json()


def found_in(folder: Path, *texts: str) -> dict[str, list[str]]:
    """Return the files of a folder in which texts are found, by text."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    contents = {path.name: path.read_bytes() + path.name.encode() for path in files}
    found = {text: [name for name, content in contents.items() if text.encode() in content] for text in texts}
    return {text: names for text, names in found.items() if names}
