"""Which modules of the rules and of the search are compiled, and a hash of everything their compiled form depends on.

The build writes the hash beside the compiled modules and the import compares it, so that a compiled module never stands
in for a source that was edited after it was built. Both, and `run.py`, take it from here; the build loads this file
by its path, before the package can be imported, so it imports the standard library only.
"""

import hashlib
from pathlib import Path

CONSTANTS = "const.py"  # its .pxd repeats the numbers as C constants: there is nothing in it to compile
PACKAGES = ("rules", "search", "envs")  # of `ludoteca`, compiled together


def c_types(root: Path) -> list[Path]:
    """All `.pxd` files of the compiled packages; `root` is the folder of `ludoteca`."""
    return sorted(types for package in PACKAGES for types in (root / package).rglob("*.pxd"))


def typed_modules(root: Path) -> list[Path]:
    """The modules that have C types: every `X.py` with an `X.pxd` beside it."""
    return [types.with_suffix(".py") for types in c_types(root) if types.with_suffix(".py").is_file()]


def compiled_modules(root: Path) -> list[Path]:
    """Those of them that are compiled."""
    return [module for module in typed_modules(root) if module.name != CONSTANTS]


def fingerprint(root: Path) -> str:
    """SHA-256, in hex, over the modules with C types and all `.pxd` files."""
    sources = {path.relative_to(root).as_posix(): path for path in [*c_types(root), *typed_modules(root)]}
    digest = hashlib.sha256()
    for name in sorted(sources):
        digest.update(name.encode() + b"\0" + sources[name].read_bytes() + b"\0")
    return digest.hexdigest()
