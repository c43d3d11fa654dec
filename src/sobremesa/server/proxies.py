"""Trusted proxies: who asks, by which scheme and name, as told by the proxies that the operator trusts.

Headers are believed from trusted peers alone, and of the hops that X-Forwarded-For lists only those that a trusted
proxy has added: the rightmost hop that is no trusted proxy is who asks. So nobody chooses the address by which they are
limited.
"""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

Address = IPv4Address | IPv6Address

FOR, PROTO, HOST = "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"
SCHEMES = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
SOCKET_SCHEMES = {"http": "ws", "https": "wss"}


class Proxies:
    """The proxies that are trusted, by address and network."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self.networks = [ip_network(each) for each in trusted]

    def trusts(self, address: Address | None) -> bool:
        """Tell whether an address is that of a trusted proxy."""
        return address is not None and any(address in network for network in self.networks)

    def resolve(self, scope: Scope) -> None:
        """Put into the scope of a connection who asks, by which scheme and name; untrusted peers change nothing."""
        peer = parse_address((scope.get("client") or ("",))[0])
        if not self.trusts(peer):
            return
        headers = Headers(scope=scope)
        hops = ",".join(headers.getlist(FOR))
        if hops:
            scope["client"] = (str(self._asker(peer, hops)), 0)
        if scheme := SCHEMES.get(_last(headers.getlist(PROTO)).lower()):
            scope["scheme"] = SOCKET_SCHEMES[scheme] if scope["type"] == "websocket" else scheme
        if host := _last(headers.getlist(HOST)):
            others = [each for each in scope["headers"] if each[0] != b"host"]
            scope["headers"] = [*others, (b"host", host.encode("latin-1"))]

    def _asker(self, peer: Address | None, hops: str) -> Address | None:
        asker = peer
        for hop in _hops(hops):
            # What a hop before an unreadable one says was not heard from anybody we trust.
            if hop is None:
                break
            asker = hop
            if not self.trusts(hop):
                break
        return asker


def parse_address(text: str) -> Address | None:
    """Return an address as it is compared: without port and zone, and as the older kind where it stands for one.

    >>> [str(parse_address(text)) for text in ("192.0.2.1", "192.0.2.1:80", "[::1]:80", "::ffff:192.0.2.1", "unknown")]
    ['192.0.2.1', '192.0.2.1', '::1', '192.0.2.1', 'None']
    """
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _hops(text: str) -> Iterator[Address | None]:
    """Yield the hops of a header, the last first."""
    return map(parse_address, reversed(text.split(",")))


def _last(values: list[str]) -> str:
    """Return what the nearest proxy said, which is the only one whose word is known to be its own."""
    return values[-1].rpartition(",")[2].strip() if values else ""
