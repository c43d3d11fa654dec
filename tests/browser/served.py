"""The real server, in a process and with a data folder of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path

PATIENCE = 120.0

# Nobody waits for second thoughts, and one bot thinks at a time.
WISHES = ("--hold", "0", "--workers", "1", "--no-limits")


class Served:
    """This is a server that runs as long as it is wanted."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        # Bots of the usual level play well enough with plain rules, and nobody waits for a compiler.
        self.environment = os.environ | {"SOBREMESA_NATIVE": "0"} | environment
        self.address = ""
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        """This is where the server writes what it has to say."""
        return self.folder / "server.log"

    def command(self, port: int) -> list[str]:
        """This is how the server is started."""
        data = str(self.folder / "data")
        return [sys.executable, "-m", "sobremesa.server", "--port", str(port), "--data", data, *WISHES]

    def start(self, port: int = 0) -> None:
        """This starts the server, and returns when it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(port), stdout=subprocess.PIPE, stderr=log, env=self.environment
            )
        assert self.process.stdout is not None
        first = self.process.stdout.readline().decode().rpartition(" ")[2]
        if not first.startswith("http://"):
            # A server that cannot start says nothing here, and why in its log.
            self.stop()
            raise AssertionError(self.log.read_text())
        self.address = first.strip().rstrip("/")

    @property
    def port(self) -> int:
        """This is where the server listens."""
        return int(self.address.rpartition(":")[2])

    def stop(self, how: int = signal.SIGTERM) -> int:
        """This ends the server, and returns its exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code
