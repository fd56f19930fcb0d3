"""Every section with rules of its own, and every ruling of the shipped text, has a test that carries its number."""

import re
from importlib import resources
from pathlib import Path

HERE = Path(__file__).parent
HEADING = re.compile(r"^#+ (\d+(?:\.\d+)?) |^(\d+\.\d+) \*\*")
RULING = re.compile(r"^(\d+)\. ")
RULINGS = "11"


def rule_book() -> list[str]:
    text = resources.files("ludoteca.rules.masters").joinpath("rules.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip()]


def numbered() -> tuple[set[str], set[int]]:
    """The sections that say something before their first subsection, and the rulings."""
    sections: set[str] = set()
    rulings: set[int] = set()
    section = ""
    for line in rule_book():
        if heading := HEADING.match(line):
            section = heading.group(1) or heading.group(2)
            if heading.group(2):
                sections.add(section)  # its text begins on the same line
        elif section == RULINGS:
            if ruling := RULING.match(line):
                rulings.add(int(ruling.group(1)))
        elif section:
            sections.add(section)
    return sections, rulings


def names_of_tests() -> list[str]:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    return re.findall(r"^def (test_\w+)", text, re.MULTILINE)


def test_the_rule_book_is_read() -> None:
    sections, rulings = numbered()
    assert {"1", "2", "4.1", "7", "7.4", "10.4", "12"} <= sections
    assert len(sections) == 23
    assert not {"4", "10", "11"} & sections  # nothing but subsections and rulings
    assert rulings == set(range(1, 27))


def test_every_section_has_a_test() -> None:
    names = names_of_tests()
    for section in sorted(numbered()[0]):
        pattern = re.compile(rf"test_{section.replace('.', '_')}_(?!\d)")
        assert any(pattern.match(name) for name in names), section


def test_every_ruling_has_a_test() -> None:
    names = names_of_tests()
    for ruling in sorted(numbered()[1]):
        assert any(name.startswith(f"test_ruling_{ruling:02}_") for name in names), ruling
