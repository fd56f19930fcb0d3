"""The folder that the documentation is built from: the pages of docs/, and those that are taken from the package.

What the package says about itself is written once: the rules, the contract, the protocol, every command, and what can
be imported.
"""

from __future__ import annotations

import importlib
import inspect
import json
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ludoteca import __version__, cli
from ludoteca.commands.command_texts import CommandText, command_texts
from ludoteca.dialects.house.describing import asyncapi, openapi, pages, schemas, typescript
from ludoteca.rules import contract

DOCS = Path(__file__).parent
RULES = Path(contract.__file__).parent
SECURITY = DOCS.parent / "SECURITY.md"
MODULES = {"client": "ludoteca.client", "rules": "ludoteca.rules", "bots": "ludoteca.bots"}


def contract_page() -> str:
    """The text of the contract's module; its doctests become code blocks."""
    return "# The contract of a game\n\n" + with_examples(contract.__doc__ or "")


def with_examples(text: str) -> str:
    """A docstring as Markdown: its doctests become code blocks."""
    lines: list[str] = []
    in_example = False
    for line in inspect.cleandoc(text).splitlines():
        if line.startswith(">>> ") and not in_example:
            lines += ["```pycon"]
            in_example = True
        elif not line and in_example:
            lines += ["```"]
            in_example = False
        lines.append(line)
    return "\n".join([*lines, *(["```"] if in_example else []), ""])


def protocol() -> dict[str, str]:
    """What the house says about its own protocol: pages for people, documents for programs."""
    documents = {
        "openapi.json": openapi.document(__version__),
        "asyncapi.json": asyncapi.document(__version__),
        "schema.json": schemas.document(),
    }
    return {
        **{f"protocol/{name}.md": page for name, page in pages.pages().items()},
        **{f"protocol/{name}": json.dumps(document, indent=2) for name, document in documents.items()},
        "protocol/protocol.ts": typescript.text(),
    }


def security_page() -> str:
    """SECURITY.md as a page of the documentation."""
    text = SECURITY.read_text(encoding="utf-8")
    return text.replace("](docs/", "](").replace("[changelog](CHANGELOG.md)", "changelog")


# ---------------------------------------------------------------- commands


def commands_page() -> str:
    """Every command with every option, from the words of its help."""
    words = (
        "`ludoteca COMMAND --help` shows the same in a terminal, `ludoteca manual` writes it for man. "
        "[Commands for a house](../commands.md) and [Running a house](../serving.md) explain more."
    )
    parts = ["# Every command and option", words]
    for text in command_texts(cli.command_line()):
        parts += list(command_parts(text))
    return "\n\n".join(parts) + "\n"


def command_parts(text: CommandText) -> list[str]:
    level = "#" * min(2 + text.name.count(" "), 4) if " " in text.name else "##"
    parts = [f"{level} {text.name}", text.description, f"```text\n{text.usage}\n```"]
    for group, options in text.groups.items():
        title = "argument or option" if group in ("options", "positional arguments") else group
        rows = [f"| `{option.shown.replace('|', chr(92) + '|')}` | {cell(option.help)} |" for option in options]
        parts.append("\n".join([f"| {title} | |", "|---|---|", *rows]))
    if text.epilog:
        parts.append(f"```text\n{text.epilog}\n```")
    return parts


def cell(text: str) -> str:
    return re.sub(r"([|<>*_])", r"\\\1", text)


# ---------------------------------------------------------------- what can be imported


def module_page(name: str) -> str:
    """What a module offers: its own words, then each of its public names with its words and those of its methods."""
    module = importlib.import_module(name)
    parts = [f"# {name}", with_examples(module.__doc__ or "")]
    for public in public_names(module):
        parts += named(public, getattr(module, public))
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def public_names(module: ModuleType) -> list[str]:
    listed: list[str] | None = getattr(module, "__all__", None)
    if listed is not None:
        return list(listed)
    found = inspect.getmembers(module, lambda each: inspect.isclass(each) or inspect.isroutine(each))
    return [name for name, each in found if not name.startswith("_") and each.__module__.startswith(module.__name__)]


def named(name: str, value: Any) -> list[str]:
    if inspect.isclass(value):
        parts = [f"## {name}", f"```python\nclass {name}{signature(value)}\n```", with_examples(own_words(value))]
        for method, function in vars(value).items():
            inside = function.fget if isinstance(function, property) else getattr(function, "__func__", function)
            if method.startswith("_") or not inspect.isroutine(inside) or not inspect.getdoc(inside):
                continue
            form = "" if isinstance(function, property) else signature(inside)
            kind = "async " if inspect.iscoroutinefunction(inside) else ""
            parts += [f"### {name}.{method}", f"```python\n{kind}{method}{form}\n```"]
            parts += [with_examples(inspect.getdoc(inside) or "")]
        return parts
    if inspect.isroutine(value):
        kind = "async " if inspect.iscoroutinefunction(value) else ""
        return [
            f"## {name}",
            f"```python\n{kind}{name}{signature(value)}\n```",
            with_examples(inspect.getdoc(value) or ""),
        ]
    return [f"## {name}", f"A value of the type `{type(value).__name__}`."]


def own_words(value: type) -> str:
    """The docstring of a class itself, not that of what it is derived from, nor one that a decorator made."""
    words = vars(value).get("__doc__") or ""
    return "" if words.startswith(f"{value.__name__}(") else words


def signature(value: Any) -> str:
    try:
        found = str(inspect.signature(value))
    except (TypeError, ValueError):  # compiled, or built in
        return "(...)"
    return re.sub(r" at 0x[0-9a-f]+", "", found)


# ---------------------------------------------------------------- all of it


def generated() -> dict[str, str]:
    """The pages that are taken from the package, by their path."""
    rules = {
        f"rules/{page.parent.name}.md": page.read_text(encoding="utf-8") for page in sorted(RULES.glob("*/rules.md"))
    }
    reference = {f"reference/{name}.md": module_page(module) for name, module in MODULES.items()}
    return {
        **rules,
        **reference,
        **protocol(),
        "contract.md": contract_page(),
        "security.md": security_page(),
        "reference/commands.md": commands_page(),
    }


def write(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for name, text in generated().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
