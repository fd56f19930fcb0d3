"""Pages of the documentation that are taken from the package, so that they are written once."""

import json
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from ludoteca import __version__
from ludoteca.dialects.house.describing import asyncapi, openapi, pages, schemas, typescript
from ludoteca.rules import contract

RULES = Path(contract.__file__).parent
SECURITY = Path(__file__).parents[1] / "SECURITY.md"


def contract_page() -> str:
    """The text of the contract's module; its doctests become code blocks."""
    lines = ["# The contract of a game", ""]
    in_example = False
    for line in (contract.__doc__ or "").splitlines():
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


def on_files(files: Files, config: MkDocsConfig) -> Files:
    rules = {
        f"rules/{page.parent.name}.md": page.read_text(encoding="utf-8") for page in sorted(RULES.glob("*/rules.md"))
    }
    pages_made = {**rules, "contract.md": contract_page(), "security.md": security_page(), **protocol()}
    for name, content in pages_made.items():
        files.append(File.generated(config, name, content=content))
    files.remove(next(file for file in files if file.src_uri == "generated.py"))
    return files
