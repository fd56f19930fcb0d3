"""Operators who ask a house for something, and what its audit log tells of that."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .houses import OPERATOR, House, Json


async def operate(house: House, method: str, path: str, body: Json | None = None, key: str = "") -> tuple[int, Json]:
    headers = {"Authorization": f"Bearer {key}"} if key else OPERATOR
    return await house.request(method, f"/api/operator{path}", json=body, headers=headers)


def audited(folder: Path) -> list[Json]:
    return [msgspec.json.decode(line) for line in (folder / "audit.log").read_bytes().splitlines()]


def acts(folder: Path) -> list[tuple[str, str]]:
    return [(line["act"], line["result"]) for line in audited(folder)]
