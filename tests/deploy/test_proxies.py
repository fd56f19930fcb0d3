"""The sites for nginx and Caddy, with a house behind them: pages, WebSockets and addresses come through."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import aiohttp
import pytest

from ..commands.open_house import OpenHouse, Papers, completed, open_table, opened, watching

DEPLOY = Path(__file__).parents[2] / "deploy"
HERE = "127.0.0.1"
ELSEWHERE = "127.0.0.2"  # on Linux all of 127.0.0.0/8 is this machine
PATIENCE = 30.0  # seconds


def free_port() -> int:
    with socket.create_server((HERE, 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    """A proxy, once somebody listens at its port."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    socket.create_connection((HERE, port), 1).close()
                    break
                except OSError:
                    assert process.poll() is None, process.communicate()[0]
                    assert time.monotonic() < until
            yield
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def site(name: str, replaced: dict[str, str]) -> str:
    """A file for operators with the places of this test in it."""
    text = (DEPLOY / name).read_text()
    for what, by in replaced.items():
        assert what in text, what
        text = text.replace(what, by)
    return text


async def comes_through(house: OpenHouse, url: str, context: ssl.SSLContext | None, authority: Path) -> None:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=context or False)) as session:
        code = await open_table(session, url)
        async with watching(session, url, code):  # a WebSocket that is answered
            pass
    settings = {"LUDOTECA_PUBLIC": url, "LUDOTECA_PROXIES": HERE, "SSL_CERT_FILE": str(authority)}
    done = completed("doctor", "--data", house.folder, "--json", **settings)
    findings = [found for found in json.loads(done.stdout)["findings"] if found["about"] == "proxy"]
    assert [found["verdict"] for found in findings] == ["good"] * 3, findings


def address_seen(house: OpenHouse, port: int, context: ssl.SSLContext | None) -> str:
    """From where the house thinks that somebody at another address comes, who also lies about it."""
    if context is None:
        connection = HTTPConnection(HERE, port, timeout=PATIENCE, source_address=(ELSEWHERE, 0))
    else:
        connection = HTTPSConnection(HERE, port, timeout=PATIENCE, source_address=(ELSEWHERE, 0), context=context)
    headers = {"Authorization": "Bearer wrong", "X-Forwarded-For": "192.0.2.77"}
    with closing(connection):
        connection.request("GET", "/api/operator", headers=headers)
        assert connection.getresponse().status in (401, 403)
    audit = house.folder / "audit.log"
    until = time.monotonic() + PATIENCE
    while not (audit.exists() and audit.read_text()):  # it is written beside the answer
        assert time.monotonic() < until
    return str(json.loads(audit.read_text().splitlines()[0])["address"])


@pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx")
def test_nginx(tmp_path: Path) -> None:
    papers = Papers.issued(tmp_path / "papers")
    authority = tmp_path / "authority.pem"
    papers.authority.cert_pem.write_to_path(str(authority))
    port, plain = free_port(), free_port()
    url = f"https://{HERE}:{port}"
    with opened(tmp_path / "house", "--proxies", HERE, "--public", url) as house:
        places = {
            "listen 443 ssl;": f"listen {HERE}:{port} ssl;",
            "    listen [::]:443 ssl;\n": "",
            "listen 80;": f"listen {HERE}:{plain};",
            "    listen [::]:80;\n": "",
            "games.example.org": HERE,
            "/etc/ssl/games/fullchain.pem": str(papers.certificate),
            "/etc/ssl/games/privkey.pem": str(papers.key),
            "http://127.0.0.1:8080": house.url,
        }
        folder = tmp_path / "nginx"
        folder.mkdir()
        inside = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        temporary = "".join(f"    {name}_temp_path {folder / name};\n" for name in inside)
        configuration = folder / "nginx.conf"
        configuration.write_text(
            f"pid {folder / 'pid'};\ndaemon off;\nerror_log stderr;\nevents {{}}\n"
            f"http {{\n    access_log off;\n{temporary}{site('nginx.conf', places)}}}\n"
        )
        context = ssl.create_default_context(cafile=str(authority))
        with running(["nginx", "-p", str(folder), "-e", "stderr", "-c", str(configuration)], port):
            asyncio.run(comes_through(house, url, context, authority))
            assert address_seen(house, port, context) == ELSEWHERE


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no Caddy")
def test_caddy(tmp_path: Path) -> None:
    port = free_port()
    url = f"http://{HERE}:{port}"
    with opened(tmp_path / "house", "--proxies", HERE, "--public", url) as house:
        places = {"games.example.org": url, "127.0.0.1:8080": house.url.removeprefix("http://")}
        configuration = tmp_path / "Caddyfile"
        configuration.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + site("Caddyfile", places))
        with running(["caddy", "run", "--config", str(configuration), "--adapter", "caddyfile"], port):
            asyncio.run(comes_through(house, url, None, configuration))
            assert address_seen(house, port, None) == ELSEWHERE


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no Caddy")
def test_caddy_takes_the_site_as_it_is() -> None:
    adapt = ["caddy", "adapt", "--config", str(DEPLOY / "Caddyfile"), "--pretty"]
    done = subprocess.run(adapt, capture_output=True, text=True, check=True)
    assert "games.example.org" in done.stdout
    assert not re.search("warn", done.stderr)
