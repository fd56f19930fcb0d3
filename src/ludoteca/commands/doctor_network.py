"""What `ludoteca doctor` looks at on the network: certificate, ports, and the proxy in front, as people meet it."""

from __future__ import annotations

import base64
import errno
import http.client
import os
import socket
import ssl
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

from ludoteca.server.settings import Settings

from . import certificates, runfile
from .findings import Finding, doubtful, good, wrong
from .output import CommandError
from .runfile import RunFile
from .settings_known import DIALECTS

PATIENCE = 5.0  # seconds
NO_TABLE, NO_SUCH_TABLE = "/api/tables/AAAAAA/socket", 404
DAY = 24 * 3600
SOON = 14 * DAY  # a certificate that ends sooner should have been renewed


def certificate(settings: Settings) -> Iterator[Finding]:
    if settings.certificate is None:
        return
    try:
        certificates.check(settings.certificate, settings.key)
        left = certificates.ends(settings.certificate) - time.time()
    except CommandError as obstacle:
        yield wrong("certificate", obstacle.sentence)
        return
    days = int(left // DAY)
    if left < 0:
        yield wrong("certificate", f"{settings.certificate} has ended. Renew it and send the server SIGHUP.")
    elif left < SOON:
        yield doubtful(
            "certificate", f"{settings.certificate} ends in {days} days. Renew it and send the server SIGHUP."
        )
    else:
        yield good("certificate", f"{settings.certificate} is good for {days} days.")


def ports(settings: Settings) -> Iterator[Finding]:
    running = runfile.find(settings.data) if settings.data.is_dir() else None
    if running is not None:
        yield from of_running(running)
        return
    wanted = {"port": settings.port}
    for name, (_, usual) in DIALECTS.items():
        number = getattr(settings.dialects, name)
        if number != "off":
            wanted[f"port of {name}"] = number if number is not None else 0 if settings.port == 0 else usual
    for about, number in wanted.items():
        obstacle = why_not(settings.host, number)
        if obstacle:
            yield wrong(about, obstacle)
        else:
            yield good(about, f"{number or 'any one'} is free.")


def of_running(running: RunFile) -> Iterator[Finding]:
    """A server keeps the house open: it is asked how it is."""
    context = None if running.certificate is None else certificates.believing(running.certificate)
    for path, about in (("/livez", "server"), ("/healthz", "server takes people")):
        try:
            status, said = asked(running.url, path, context)
        except OSError as error:
            yield wrong(about, f"{running.url} should answer and does not: {error}.")
            return
        if status == 200:
            yield good(about, f"{running.url}{path} says yes.")
        else:
            yield wrong(about, f"{running.url}{path} says {status}: {said[:200]}")


def why_not(host: str, number: int) -> str:
    """Why nobody could listen there, or nothing."""
    try:
        found = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror:
        return f"there is no address {host}. Set host to an address of this machine; 0.0.0.0 is all of them."
    family, kind, protocol, _, address = found[0]
    with socket.socket(family, kind, protocol) as probe:
        if os.name == "posix":  # as the server does: connections that have ended there do not count
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            match error.errno:
                case errno.EADDRINUSE:
                    return f"{number} of {host} is in use by another program. Stop that, or choose another one."
                case errno.EACCES:
                    return f"{number} may not be used by this user. Take one from 1024 on, with a proxy in front."
                case errno.EADDRNOTAVAIL:
                    return f"{host} is no address of this machine. 0.0.0.0 is all of them."
            return f"{number} of {host} cannot be used: {error.strerror}."
    return ""


def proxy(settings: Settings) -> Iterator[Finding]:
    """The house as people open it, when a server runs and its address is known."""
    addresses = [address for address in settings.public if "://" in address]
    if not addresses:
        if settings.proxies:
            yield doubtful("proxy", "proxies are named, but not the address that people open: set public.")
        return
    if not settings.data.is_dir() or runfile.find(settings.data) is None:
        yield doubtful("proxy", f"{addresses[0]} is looked at while the server runs. Start it, and ask again.")
        return
    try:
        yield from through(addresses[0])
    except OSError as error:
        yield wrong("proxy", f"{addresses[0]} cannot be reached from this machine: {error}.")


def through(address: str) -> Iterator[Finding]:
    status, _ = asked(address, "/api/house")
    if status == 421:
        yield wrong(
            "proxy", "it does not pass on the Host that the browser asked for. nginx: proxy_set_header Host $http_host;"
        )
        return
    if status != 200:
        yield wrong("proxy", f"{address}/api/house says {status}, not 200. Is the house behind it?")
        return
    yield good("proxy", f"{address} leads to a house.")
    status, _ = asked(address, "/metrics")
    if status == 200:
        yield wrong(
            "proxy",
            "whoever comes through it is taken for somebody on this machine: /metrics is open to all. Name the proxy "
            "in proxies, and let it add X-Forwarded-For.",
        )
    else:
        yield good("proxy", "who comes through it is told apart from this machine.")
    status, _ = asked(address, NO_TABLE, upgrade=True)
    if status == NO_SUCH_TABLE:  # asked without an upgrade it answers otherwise
        yield good("proxy", "WebSockets come through.")
    else:
        yield wrong("proxy", f"WebSockets do not come through ({status}). nginx: proxy_http_version 1.1 and Upgrade.")


def asked(address: str, path: str, context: ssl.SSLContext | None = None, upgrade: bool = False) -> tuple[int, str]:
    """Status and text of an answer."""
    parts = urlsplit(address)
    headers = {}
    if upgrade:
        key = base64.b64encode(os.urandom(16)).decode()
        headers = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": key,
            "Sec-WebSocket-Version": "13",
        }
        headers["Origin"] = address
    if parts.scheme == "https":
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            parts.hostname or "", parts.port, timeout=PATIENCE, context=context
        )
    else:
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, "" if answer.status == 101 else answer.read(4096).decode(errors="replace")
    except http.client.HTTPException as error:
        raise OSError(f"what it says is no HTTP ({error})") from error
    finally:
        connection.close()
