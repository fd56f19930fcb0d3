"""The examples in README.md and docs/ do what they show."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCUMENTS = [path for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")] if EXAMPLES.search(path.read_text())]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_do_what_they_show(document: Path) -> None:
    examples = "\n".join(EXAMPLES.findall(document.read_text()))
    test = doctest.DocTestParser().get_doctest(examples, {}, document.name, str(document), 0)
    told: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert results.attempted
    assert not results.failed, "".join(told)


def test_the_readme_has_an_example() -> None:
    assert ROOT / "README.md" in DOCUMENTS
