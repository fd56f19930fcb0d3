"""What the page is made with is locked by hash, and no registry is named."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

WEB = Path(__file__).parents[2] / "web"


def test_every_package_is_locked_by_its_hash() -> None:
    lock = msgspec.json.decode((WEB / "package-lock.json").read_bytes())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert len(packages) > len(msgspec.json.decode((WEB / "package.json").read_bytes())["devDependencies"])
    assert [name for name, package in packages.items() if not package.get("integrity", "").startswith("sha512-")] == []


def test_no_registry_is_named() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text()
    settings = (WEB / ".npmrc").read_text()
    assert "omit-lockfile-registry-resolved=true" in settings
    assert not re.search(r"registry=|://", settings.replace("omit-lockfile-registry-resolved=true", ""))
