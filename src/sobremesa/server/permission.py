"""Permission to set up tables: for everybody, for people who know the club's word, or for nobody.

Whoever says the word with a wish is given a cookie with a code of their own, so they are asked once. Joining by an
invitation needs no permission, nor does a rematch, unless nobody may set up tables at all.
"""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sobremesa.server import club, seats
from sobremesa.server.asking import told
from sobremesa.server.guests import BEARER, GUEST, cookie, set_cookie
from sobremesa.server.limits import Door, address_of
from sobremesa.server.refusals import Refused
from sobremesa.server.settings import EVERYBODY, NOBODY, WORD, TableSettings

COOKIE = "club"


class Permission:
    """Who may set up tables, as the settings say."""

    def __init__(self, tables: TableSettings, key: bytes, door: Door) -> None:
        self.tables = tables
        self.key = key
        self.door = door

    async def state(self, request: Request) -> Response:
        """Tell who may set up tables, and whether whoever asks may."""
        who = self.tables.who_may_set
        may = who == EVERYBODY or (who == WORD and self._is_known(request))
        return told({"who": who, "may": may})

    def check_rematch(self) -> None:
        """Refuse a rematch where nobody may set up tables."""
        if self.tables.who_may_set == NOBODY:
            raise Refused("no_tables", status=403)

    async def check(self, request: Request, word: str) -> bool:
        """Refuse whoever may not set up a table; tell whether they have just said the word, and should be known."""
        self.check_rematch()
        if self.tables.who_may_set == EVERYBODY or self._is_known(request):
            return False
        if not word.strip():
            raise Refused("word_wanted", status=403)
        address = address_of(request)
        # It is paid for before it is compared, so that many at once are no more than one after another.
        self.door.guess(address)
        if not await run_in_threadpool(club.is_word, word, self.tables.word):
            raise Refused("other_word", status=403)
        self.door.take_back_guess(address)
        return True

    def with_code(self, request: Request, response: Response, token: str) -> Response:
        """Set the cookie by which a guest who said the word is known again."""
        if BEARER not in request.scope:
            set_cookie(request, response, COOKIE, self._code(token))
        return response

    def _is_known(self, request: Request) -> bool:
        shown, token = cookie(request, COOKIE), request.scope.get(GUEST, "")
        return bool(shown and token) and seats.is_same(shown, self._code(token))

    def _code(self, token: str) -> str:
        return club.code(self.key, self.tables.word, seats.known_as(token))
