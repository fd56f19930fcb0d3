"""What is in the packages, and what they are made with, as a CycloneDX document: taken from the lock files."""

from __future__ import annotations

import base64
import json
import re
import tomllib
import uuid
from pathlib import Path
from typing import Any

FORMAT, SPECIFICATION = "CycloneDX", "1.6"
BUILD_TOOLS = {"cython", "setuptools"}  # in the lock for playing, needed for building
BUNDLED = "svelte"  # what of the page's packages runs in browsers, with what it needs itself
LOCKED = re.compile(
    r"^([a-z0-9.-]+)==([^ ;\\]+)([^\\\n]*)\\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


def write(root: Path, folder: Path) -> Path:
    document = describe(root)
    version = document["metadata"]["component"]["version"]
    path = folder / f"ludoteca-{version}.cdx.json"
    path.write_text(json.dumps(document, indent=1) + "\n")
    validate(path.read_text())
    return path


def describe(root: Path) -> dict[str, Any]:
    """The document. It has no time and its number is made from its content, so that it is the same each time."""
    components = [*python_packages(root), *page_packages(root)]
    version = re.search(r'__version__ = "(.+)"', (root / "src/ludoteca/__init__.py").read_text())
    assert version is not None
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    itself = {
        "type": "application",
        "bom-ref": "ludoteca",
        "name": project["name"],
        "version": version[1],
        "description": project["description"],
        "licenses": [{"license": {"id": project["license"]}}],
    }
    content = json.dumps([itself, components])
    return {
        "bomFormat": FORMAT,
        "specVersion": SPECIFICATION,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, content)}",
        "version": 1,
        "metadata": {"component": itself},
        "components": components,
        "dependencies": [{"ref": "ludoteca", "dependsOn": [each["bom-ref"] for each in components]}],
    }


def python_packages(root: Path) -> list[dict[str, Any]]:
    """What is installed beside Ludoteca. There is a hash for every file that may be installed."""
    found = []
    for name, version, marker, hashes in LOCKED.findall((root / "requirements/play.txt").read_text()):
        tool = name in BUILD_TOOLS
        address = f"pkg:pypi/{name}@{version}"
        condition = marker.strip().lstrip(";").strip()
        found.append(
            {
                "type": "library",
                "bom-ref": address,
                "name": name,
                "version": version,
                "purl": address,
                "scope": "excluded" if tool else "optional" if condition else "required",
                "properties": [
                    {"name": "ludoteca:sha256", "value": value}
                    for value in re.findall(r"sha256:([0-9a-f]{64})", hashes)
                ],
            }
        )
    return found


def page_packages(root: Path) -> list[dict[str, Any]]:
    """What the page for browsers is made from (required) and with (excluded)."""
    packages = json.loads((root / "web/package-lock.json").read_text())["packages"]
    bundled = needed_by(BUNDLED, packages)
    found = []
    for place, package in sorted(packages.items()):
        name = place.rpartition("node_modules/")[2]
        if not name:
            continue
        address = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
        component = {
            "type": "library",
            "bom-ref": f"{address}#{place}",
            "name": name,
            "version": package["version"],
            "purl": address,
            "scope": "required" if name in bundled else "excluded",
        }
        algorithm, _, value = package.get("integrity", "").partition("-")
        if algorithm == "sha512":
            component["hashes"] = [{"alg": "SHA-512", "content": base64.b64decode(value).hex()}]
        if "license" in package:
            component["licenses"] = [{"expression": package["license"]}]
        found.append(component)
    return found


def needed_by(name: str, packages: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each not in found and f"node_modules/{each}" in packages:
            found.add(each)
            waiting += packages[f"node_modules/{each}"].get("dependencies", {})
    return found


def validate(text: str) -> None:
    """Against the schema of the format."""
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    from .steps import Failed

    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if error is not None:
        raise Failed(f"The CycloneDX document is not as its schema says: {error}")
