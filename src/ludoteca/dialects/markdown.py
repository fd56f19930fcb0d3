"""Markdown for the pages about dialects."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

WIDTH = 100  # of an example


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def figure(drawing: str, caption: str = "") -> str:
    below = f"\n<figcaption>{caption}</figcaption>" if caption else ""
    return f"<figure>\n{drawing}{below}\n</figure>"


def code(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON in as few lines as fit: what is short stays in one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    margin = "  " * (indent // 2 + 1)
    if isinstance(value, dict):
        inner = [f"{margin}{json.dumps(key)}: {laid_out(part, indent + 2)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inner) + "\n" + margin[2:] + "}"
    inner = [margin + laid_out(part, indent + 2) for part in value]
    return "[\n" + ",\n".join(inner) + "\n" + margin[2:] + "]"
