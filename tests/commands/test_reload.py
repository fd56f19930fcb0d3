"""SIGHUP: a server that runs takes over a renewed certificate and what else can change, and nobody is disconnected."""

from __future__ import annotations

import json
import signal
import ssl
import sys
import urllib.request
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from .open_house import OpenHouse, Papers, opened

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGHUP")


def trusting(papers: Papers) -> ssl.SSLContext:
    context = ssl.create_default_context()
    papers.authority.configure_trust(context)
    return context


def told(house: OpenHouse, until: str) -> list[dict[str, str]]:
    """Lines of the log up to one of these words."""
    assert house.process.stderr is not None
    lines = []
    for line in house.process.stderr:
        if line.startswith("{"):
            lines.append(json.loads(line))
            if lines[-1]["event"].startswith(until):
                return lines
    pytest.fail(f"the log ended without {until!r}: {lines}")


def name_of(house: OpenHouse, context: ssl.SSLContext | None = None) -> str:
    with urllib.request.urlopen(f"{house.url}/api/house", context=context, timeout=30) as answer:
        return str(json.load(answer)["name"])


def test_a_renewed_certificate_is_shown_and_an_old_connection_stays(tmp_path: Path) -> None:
    old, new = Papers.issued(tmp_path / "old"), Papers.issued(tmp_path / "new")
    with (
        opened(tmp_path / "house", "--certificate", old.certificate, "--key", old.key, "--log", "json") as house,
        closing(HTTPSConnection("127.0.0.1", house.port, context=trusting(old), timeout=30)) as before,
    ):
        before.request("GET", "/healthz")
        assert before.getresponse().read()
        old.certificate.write_bytes(new.certificate.read_bytes())
        old.key.write_bytes(new.key.read_bytes())
        house.process.send_signal(signal.SIGHUP)
        told(house, "settings were read again")
        assert name_of(house, trusting(new)) == "Ludoteca"
        with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
            name_of(house, trusting(old))
        before.request("GET", "/healthz")
        assert before.getresponse().status == 200


def test_settings_that_can_change_do_and_the_others_are_named(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('name = "Before"\nlog = "json"\n')
    with opened(tmp_path / "house", "--config", file) as house:
        assert name_of(house) == "Before"
        file.write_text('name = "After"\nlog = "json"\nbot_pace = 0.1\n[limits]\nrate = 50\n')
        house.process.send_signal(signal.SIGHUP)
        (*_, waiting) = told(house, "these settings hold after a restart")
        assert waiting["settings"] == "limits"
        assert name_of(house) == "After"


@pytest.mark.parametrize("mistake", ['nmae = "After"\n', 'name = "After"\npassword_file = "none"\n'])
def test_a_mistake_changes_nothing(tmp_path: Path, mistake: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text('name = "Before"\nlog = "json"\n')
    with opened(tmp_path / "house", "--config", file) as house:
        file.write_text(f'log = "json"\n{mistake}')
        house.process.send_signal(signal.SIGHUP)
        (*_, refused) = told(house, "settings were not read again")
        assert refused["problem"]
        assert name_of(house) == "Before"
        assert house.stop()[0] == 0
