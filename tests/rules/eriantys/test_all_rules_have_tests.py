"""Every section, numbered clause, character, ruling and invariant of the rules has a test that carries its number."""

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

RULES = files("ludoteca.rules.eriantys").joinpath("rules.md").read_text(encoding="utf-8")

HEADING = re.compile(r"#{2,3} (?P<number>\d+(?:\.\d+)?)\.? ")
CHARACTER = re.compile(r"\*\*(?P<number>11\.\d+) ")
CLAUSE = re.compile(r"(?P<number>\d+)\. ")
# The invariants 7 and 8 share a line.
FURTHER_CLAUSE = re.compile(r"(?<=\. )(?P<number>\d+)\. (?=[A-Z])")


def numbers_of_the_rules() -> list[str]:
    """The numbers of all sections, subsections and list items: "5.1", "6.3.2", "11.10", "12.7", "13.4" ..."""
    numbers: list[str] = []
    section = ""
    for line in RULES.splitlines():
        if heading := HEADING.match(line) or CHARACTER.match(line):
            section = heading["number"]
            numbers.append(section)
        elif clause := CLAUSE.match(line):
            clauses = [clause["number"], *(further["number"] for further in FURTHER_CLAUSE.finditer(line))]
            numbers += [f"{section}.{number}" for number in clauses]
    return numbers


def prefix_of_the_tests(number: str) -> str:
    section, _, rest = number.partition(".")
    if section == "12" and rest:
        return f"test_ruling_{int(rest):02d}_"
    return "test_" + number.replace(".", "_") + "_"


def names_of_the_tests() -> list[str]:
    return [
        node.name
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]


TESTS = names_of_the_tests()


def test_the_numbers_of_the_rules_are_all_found() -> None:
    numbers = numbers_of_the_rules()
    assert len(numbers) == len(set(numbers))
    expected = {str(section) for section in range(1, 15)}
    expected |= {f"3.{item}" for item in range(1, 7)}
    expected |= {f"5.{part}" for part in range(1, 4)}
    expected |= {f"6.{part}" for part in range(1, 6)}
    expected |= {f"6.3.{item}" for item in range(5)}
    expected |= {f"10.{item}" for item in range(1, 4)}
    expected |= {f"11.{character}" for character in range(1, 13)}
    expected |= {f"12.{ruling}" for ruling in range(1, 26)}
    expected |= {f"13.{invariant}" for invariant in range(1, 9)}
    assert set(numbers) == expected


@pytest.mark.parametrize("number", numbers_of_the_rules())
def test_every_rule_has_a_test(number: str) -> None:
    # The rulings have tests of their own; section 12 is nothing but the list of them.
    prefix = "test_ruling_" if number == "12" else prefix_of_the_tests(number)
    assert [name for name in TESTS if name.startswith(prefix)]
