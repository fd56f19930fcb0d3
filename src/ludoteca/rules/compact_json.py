"""JSON without spaces, as the rules write it for those who send it."""

from __future__ import annotations

import json
from typing import Any

_encode = json.JSONEncoder(separators=(",", ":")).encode


def write(value: Any) -> bytes:
    return _encode(value).encode()


def write_members(value: dict[str, Any]) -> bytes:
    """An object without its braces."""
    return write(value)[1:-1]
