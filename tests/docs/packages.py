"""The packages of Ludoteca and who imports whom, read from the source; the picture of it in docs/architecture.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import ludoteca

SOURCE = Path(ludoteca.__file__).parent
CONTRACT = "ludoteca.store.contract"  # what is asked of a store, which a server may know


@cache
def imports() -> dict[str, set[str]]:
    """By package, and module at the top, the others that it imports."""
    parts = {path.stem: [path] for path in SOURCE.glob("[!_]*.py")}
    parts |= {path.parent.name: sorted(path.parent.rglob("*.py")) for path in SOURCE.glob("*/__init__.py")}
    used = {part: {name for file in files for name in imported(file)} for part, files in parts.items()}
    return {part: {name for name in used[part] if name in parts and name != part} for part in sorted(parts)}


def imported(file: Path) -> Iterator[str]:
    """Parts of Ludoteca that a module names in its imports."""
    package = ("ludoteca", *file.relative_to(SOURCE).parent.parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (above, node.module)))
            names = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith("ludoteca.") and not name.startswith(CONTRACT):
                yield name.split(".")[1]


def levels() -> list[list[str]]:
    """The parts from the innermost to the outermost: each imports only parts of levels before its own."""
    left, found = dict(imports()), []
    while left:
        level = [part for part, used in left.items() if not used & left.keys()]
        assert level, f"these import each other in a ring: {sorted(left)}"
        found.append(level)
        for part in level:
            del left[part]
    return found


def picture() -> str:
    """Outermost first. Beside each part stand those that it imports."""
    lines = []
    width = max(map(len, imports())) + 1
    for level in reversed(levels()):
        for part in level:
            used = sorted(imports()[part])
            lines.append(f"│ {part:<{width}}→ {' '.join(used)}" if used else f"│ {part}")
        lines.append("├" + "─" * 60)
    return "\n".join(["┌" + "─" * 60, *lines[:-1], "└" + "─" * 60])
