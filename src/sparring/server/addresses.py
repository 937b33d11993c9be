"""Where a request comes from: the client's address as trusted proxies tell it, and the site whose page made it."""

import ipaddress
from collections.abc import Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from sparring.rules import BadSetting
from sparring.server.limits import App, Receive, Scope, Send, address_of

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

DEFAULT_PORTS = {"http": 80, "https": 443}


def network(text: str) -> Network:
    """The addresses of a proxy: one address, or a network such as 10.0.0.0/8."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise BadSetting(
            f"The proxy {text!r:.100} is neither an IP address nor a network such as 10.0.0.0/8."
        ) from None


class BehindProxies:
    """Takes the client's address, the scheme and the host from the headers of proxies that the operator named.

    From anybody else these headers mean nothing, since every client can send them.
    """

    def __init__(self, app: App, proxies: Sequence[Network] = ()) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as the client made it to the proxy."""
        if scope["type"] in ("http", "websocket"):
            peer = _address(address_of(scope))
            if peer is not None and self._trusts(peer):
                scope = self._as_the_proxy_got_it(scope, peer)
        await self._app(scope, receive, send)

    def _as_the_proxy_got_it(self, scope: Scope, peer: Address) -> Scope:
        headers = Headers(scope=scope)
        told = {**scope, "client": (str(self._client(peer, _listed(headers, "x-forwarded-for"))), 0)}
        *_, scheme = "", *_listed(headers, "x-forwarded-proto")
        if scheme in DEFAULT_PORTS:
            told["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
        *_, host = "", *_listed(headers, "x-forwarded-host")
        if host:
            others = [header for header in scope["headers"] if header[0] != b"host"]
            told["headers"] = [(b"host", host.encode("latin-1")), *others]
        return told

    def _client(self, peer: Address, hops: Sequence[str]) -> Address:
        """The last address that is not a trusted proxy's; each proxy appends the address that it was called from.

        What is not an address ends the search: no trusted proxy wrote it, so nothing before it can be believed.
        """
        client = peer
        for hop in reversed(hops):
            address = _address(hop)
            if address is None:
                break
            client = address
            if not self._trusts(address):
                break
        return client

    def _trusts(self, address: Address) -> bool:
        return _is_in(address, self._proxies)


def is_proxy(address: str, proxies: Sequence[Network]) -> bool:
    """Whether an address is that of a proxy which the operator named."""
    peer = _address(address)
    return peer is not None and _is_in(peer, proxies)


def _is_in(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def is_from_another_site(connection: HTTPConnection) -> bool:
    """Whether a browser made the request for another site's page.

    Browsers name the page's origin in every request that could change something, and newer ones say `Sec-Fetch-Site`
    as well. A request with neither comes from a program that nobody can trick into sending a cookie.
    """
    headers = connection.headers
    origins = headers.getlist("origin")
    if not origins:
        return headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
    scheme = origins[0].partition("://")[0]
    if len(origins) > 1 or scheme not in DEFAULT_PORTS:
        return True
    if scheme == "http" and connection.scope["scheme"] in ("https", "wss"):  # anybody on the way may have written it
        return True
    page = _site(origins[0], scheme)
    return page is None or page != _site(f"//{headers.get('host', '')}", scheme)


def _site(url: str, scheme: str) -> tuple[str, int] | None:
    """The host and the port in a URL; None if it has no host."""
    try:
        parts = urlsplit(url)
        return (parts.hostname, parts.port or DEFAULT_PORTS[scheme]) if parts.hostname else None
    except ValueError:
        return None


def _listed(headers: Headers, name: str) -> list[str]:
    """The values of a header that may be given several times, or with several values."""
    return [value.strip() for line in headers.getlist(name) for value in line.split(",")]


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
