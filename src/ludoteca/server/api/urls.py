"""The addresses at which a house can be opened in a browser."""

from __future__ import annotations

import socket

from ludoteca.server.settings import Settings
from ludoteca.server.transport.addresses import loopback

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # listened on, but no address that a browser could open


def url_of(settings: Settings, host: str, port: int) -> str:
    scheme = "http" if settings.certificate is None else "https"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def url_here(settings: Settings, port: int) -> str:
    """Where the house can be opened on its own machine."""
    return url_of(settings, EVERYWHERE.get(settings.host, settings.host), port)


def url_elsewhere(settings: Settings, port: int) -> str | None:
    """Where others reach a house: as its operator says, or, when it listens on all addresses of its machine, by the one
    with which it goes out."""
    if settings.public:
        first = settings.public[0]
        return first.rstrip("/") if "://" in first else url_of(settings, first, port)
    if settings.host not in EVERYWHERE:
        return None
    family, outside = (socket.AF_INET6, "2001:db8::1") if ":" in settings.host else (socket.AF_INET, "203.0.113.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((outside, 9))  # nothing is sent
            host: str = way.getsockname()[0]
    except OSError:  # there is no network
        return None
    return None if loopback(host) else url_of(settings, host, port)
