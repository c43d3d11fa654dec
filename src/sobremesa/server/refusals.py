"""Refusals: what the server says instead of doing something wrong; whoever gets one has lost nothing."""

from typing import Any

from sobremesa.core.errors import SobremesaError

WORDS = "sobremesa.server"
"""Whose words the server speaks."""


class Refused(SobremesaError):
    """This is raised where the server does not do what it was asked; `status` is how HTTP calls it.

    >>> str(Refused("unknown_match", status=404))
    'There is no such match, or not any more.'
    """

    def __init__(self, name: str, /, *, status: int = 409, **values: Any) -> None:
        self.key = f"server.{name}"  # type: ignore[misc]
        self.status = status
        super().__init__(package=WORDS, **values)
