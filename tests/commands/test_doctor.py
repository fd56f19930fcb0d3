"""`ludoteca doctor` finds what is wrong with a machine, and says what to do."""

from __future__ import annotations

import json
import shutil
import socket
import time
from collections import namedtuple
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme

from ludoteca.commands import certificates, doctor_machine, doctor_network
from ludoteca.commands.findings import Finding, Verdict
from ludoteca.server.settings import Dialects, Limits, Settings

from .open_house import Papers, completed, opened
from .stores import Desk

Usage = namedtuple("Usage", "total used free")


def of(findings: list[Finding], about: str) -> Finding:
    (found,) = [finding for finding in findings if finding.about == about]
    return found


def test_a_machine_without_a_house_has_nothing_wrong(desk: Desk, house: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = completed("doctor", "--data", house, "--json", LUDOTECA_PORT=str(port))
    report = json.loads(done.stdout)
    wrong = [found for found in report["findings"] if found["verdict"] == "wrong" and "port of" not in found["about"]]
    assert wrong == []
    assert {found["about"] for found in report["findings"]} >= {"versions", "folder", "disk", "clock", "port"}


def test_wrong_settings_are_told_first(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("prot = 80\n")
    done = completed("doctor", "--config", tmp_path / "house.toml")
    assert done.returncode == 2
    assert "port" in done.stderr


def test_a_folder_that_others_may_read_is_wrong(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    found = of(list(doctor_machine.folder(Settings(tmp_path))), "folder")
    assert (found.verdict, f"chmod 700 {tmp_path}" in found.sentence) == (Verdict.WRONG, True)
    tmp_path.chmod(0o700)
    assert of(list(doctor_machine.folder(Settings(tmp_path))), "folder").verdict is Verdict.GOOD


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "house").touch()
    assert of(list(doctor_machine.folder(Settings(tmp_path / "house"))), "folder").verdict is Verdict.WRONG


@pytest.mark.parametrize(
    ("free", "verdict"), [(10**6, Verdict.WRONG), (10**9, Verdict.DOUBTFUL), (10**11, Verdict.GOOD)]
)
def test_a_full_disk_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, verdict: Verdict) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(0, 0, free))
    assert of(list(doctor_machine.folder(Settings(tmp_path))), "disk").verdict is verdict


def test_a_disk_of_another_machine_is_no_place_for_a_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"disk / ext4 rw 0 0\nserver:/games {tmp_path} nfs4 rw 0 0\n")
    monkeypatch.setattr(doctor_machine, "MOUNTS", mounts)
    found = [each for each in doctor_machine.folder(Settings(tmp_path)) if "nfs4" in each.sentence]
    assert [each.verdict for each in found] == [Verdict.WRONG]
    shared = Settings(tmp_path, store="postgresql://db/house")
    assert not [each for each in doctor_machine.folder(shared) if "nfs4" in each.sentence]


def test_a_clock_before_the_last_write_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house.sqlite").touch()
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.0)
    assert of(list(doctor_machine.clock(Settings(tmp_path))), "clock").verdict is Verdict.WRONG


def test_too_few_open_files_are_seen(tmp_path: Path) -> None:
    many = Settings(tmp_path, limits=Limits(connections=10**9))
    assert of(list(doctor_machine.open_files(many)), "open files").verdict is Verdict.DOUBTFUL
    few = Settings(tmp_path, limits=Limits(connections=1))
    assert of(list(doctor_machine.open_files(few)), "open files").verdict is Verdict.GOOD


def test_a_port_in_use_is_wrong(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        settings = Settings(tmp_path, port=0, dialects=Dialects(number, "off", "off", "off", "off"))
        findings = list(doctor_network.ports(settings))
    assert of(findings, "port").verdict is Verdict.GOOD
    assert of(findings, "port of group31").verdict is Verdict.WRONG
    assert {finding.about for finding in findings} == {"port", "port of group31"}


def test_an_address_of_another_machine_is_wrong(tmp_path: Path) -> None:
    found = of(list(doctor_network.ports(Settings(tmp_path, host="192.0.2.1", dialects=Dialects()))), "port")
    assert "no address of this machine" in found.sentence


@pytest.mark.parametrize(
    ("days", "verdict"), [(-1, Verdict.WRONG), (5, Verdict.DOUBTFUL), (90, Verdict.GOOD), (40 * 365, Verdict.GOOD)]
)
def test_when_a_certificate_ends_is_told(tmp_path: Path, days: int, verdict: Verdict) -> None:
    ends = datetime.now(UTC).replace(microsecond=0) + timedelta(days=days, hours=1)
    issued = trustme.CA().issue_cert("127.0.0.1", not_after=ends)
    issued.private_key_and_cert_chain_pem.write_to_path(str(tmp_path / "all.pem"))
    settings = Settings(tmp_path, certificate=tmp_path / "all.pem")
    assert of(list(doctor_network.certificate(settings)), "certificate").verdict is verdict
    assert certificates.ends(tmp_path / "all.pem") == ends.timestamp()


def test_a_key_of_another_certificate_is_wrong(tmp_path: Path) -> None:
    one, other = Papers.issued(tmp_path / "one"), Papers.issued(tmp_path / "other")
    settings = Settings(tmp_path, certificate=one.certificate, key=other.key)
    assert of(list(doctor_network.certificate(settings)), "certificate").verdict is Verdict.WRONG


def test_a_server_that_runs_is_asked(tmp_path: Path) -> None:
    papers = Papers.issued(tmp_path / "papers")
    with opened(tmp_path / "house", "--certificate", papers.certificate, "--key", papers.key) as house:
        findings = list(doctor_network.ports(Settings(house.folder)))
    assert [finding.verdict for finding in findings] == [Verdict.GOOD, Verdict.GOOD]


def test_a_proxy_that_is_not_named_is_found_out(tmp_path: Path) -> None:
    """Without one in between the server is its own proxy: whoever asks seems to be on this machine."""
    with opened(tmp_path / "house") as house:
        settings = Settings(house.folder, public=[house.url])
        findings = [finding for finding in doctor_network.proxy(settings) if finding.about == "proxy"]
    assert [finding.verdict for finding in findings] == [Verdict.GOOD, Verdict.WRONG, Verdict.GOOD]
    assert "/metrics is open to all" in findings[1].sentence


def test_nobody_at_the_public_address_is_wrong(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with opened(tmp_path / "house") as house:
        settings = Settings(house.folder, public=[f"http://127.0.0.1:{port}"])
        (found,) = doctor_network.proxy(settings)
    assert (found.verdict, "cannot be reached" in found.sentence) == (Verdict.WRONG, True)
