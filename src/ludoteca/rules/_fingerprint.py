"""Which modules of the rules are compiled, and a hash of everything their compiled form depends on.

The build writes the hash beside the compiled modules and the import compares it, so that a compiled module never stands
in for a source that was edited after it was built. Both, and `run.py`, take it from here; the build loads this file
by its path, before the package can be imported, so it imports the standard library only.
"""

import hashlib
from pathlib import Path

CONSTANTS = "const.py"  # its .pxd repeats the numbers as C constants: there is nothing in it to compile


def typed_modules(package: Path) -> list[Path]:
    """The modules below `package` that have C types: every `X.py` with an `X.pxd` beside it."""
    return sorted(types.with_suffix(".py") for types in package.rglob("*.pxd") if types.with_suffix(".py").is_file())


def compiled_modules(package: Path) -> list[Path]:
    """Those of them that are compiled."""
    return [module for module in typed_modules(package) if module.name != CONSTANTS]


def fingerprint(package: Path) -> str:
    """SHA-256, in hex, over the modules with C types and all `.pxd` files below `package`."""
    sources = {
        path.relative_to(package).as_posix(): path for path in [*package.rglob("*.pxd"), *typed_modules(package)]
    }
    digest = hashlib.sha256()
    for name in sorted(sources):
        digest.update(name.encode() + b"\0" + sources[name].read_bytes() + b"\0")
    return digest.hexdigest()
