"""C types of the rules and the search: a wrong number or array size in a `.pxd` is accepted silently, but not here."""

import ast
import importlib
import re
from pathlib import Path

import pytest

import ludoteca
from ludoteca.rules import _fingerprint

ROOT = Path(ludoteca.__file__).parent
TYPED = _fingerprint.typed_modules(ROOT)
ARRAY = re.compile(
    r"cdef (?:public )?(?:unsigned |signed )?(?:char|short|int|long|long long|double) (\w+)((?:\[\d+\])+)$"
)


def module_name(path: Path) -> str:
    return ".".join(("ludoteca", *path.relative_to(ROOT).with_suffix("").parts))


def constants(path: Path) -> dict[str, int]:
    return {
        name: int(value)
        for name, value in re.findall(r"^ *([A-Z_0-9]+) = (-?\d+)(?: *#.*)?$", path.read_text(), re.MULTILINE)
    }


@pytest.mark.parametrize("path", [path for path in TYPED if path.stem == "const"], ids=module_name)
def test_c_constants_are_those_of_the_module(path: Path) -> None:
    module = importlib.import_module(module_name(path))
    values = {name: value for name, value in vars(module).items() if name.isupper()}
    assert values
    assert constants(path.with_suffix(".pxd")) == values


def declared_arrays(path: Path) -> dict[str, tuple[int, ...]]:
    found = {}
    for line in path.with_suffix(".pxd").read_text().splitlines():
        if match := ARRAY.match(line.strip()):
            found[match[1]] = tuple(map(int, re.findall(r"\d+", match[2])))
    return found


def python_arrays(path: Path) -> dict[str, tuple[int, ...]]:
    """Sizes of the lists that the interpreted form makes: `self.x = row(n)`, `grid(m, n)` and `reals(n)`."""
    module = importlib.import_module(module_name(path))
    found = {}
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.value, ast.Call)
            and isinstance(node.target, ast.Attribute)
        ):
            call = node.value
            if isinstance(call.func, ast.Name) and call.func.id in ("row", "grid", "reals"):
                sizes = [eval(ast.unparse(argument), vars(module)) for argument in call.args]
                found[node.target.attr] = tuple(sizes)
    return found


@pytest.mark.parametrize("path", TYPED, ids=module_name)
def test_c_arrays_have_the_sizes_of_the_lists(path: Path) -> None:
    assert declared_arrays(path) == python_arrays(path)


def test_the_arrays_of_a_state_are_found_at_all() -> None:
    sizes = python_arrays(ROOT / "rules" / "eriantys" / "engine" / "state.py")
    assert sizes["students"] == (12, 5)
    assert len(sizes) > 20


@pytest.mark.parametrize("path", TYPED, ids=module_name)
def test_every_function_of_a_typed_module_has_c_types(path: Path) -> None:
    """What has none would be slow, or would not compile without the GIL."""
    types = path.with_suffix(".pxd").read_text()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            assert re.search(rf"\b{node.name}\(", types), f"{node.name} is missing in {path.stem}.pxd"
