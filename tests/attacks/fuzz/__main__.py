"""`python3 run.py fuzz NAME --seconds N`. What makes a parser fail is kept in build/fuzz.

`fuzz properties` searches with the property tests instead: python3 run.py fuzz properties --seed N tests/rules
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

from . import properties

NAMES = (
    "frames",
    "javastream",
    "message",
    "replay",
    "position",
    "table",
    "cards",
    "group31",
    "psp24",
    "am24",
    "am28",
    "psp38",
)
LARGEST = 1 << 17  # bytes
LONGEST = 20  # seconds for one input
FOLDER = Path("build/fuzz")


def functions_of(package: str) -> Iterator[FunctionType]:
    """Whatever is loaded of it. The rules choose their own form when they are imported, so no hook sees them then."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == package:
            for found in list(vars(module).values()):
                inside = vars(found).values() if isinstance(found, type) else (found,)
                for each in inside:
                    function = getattr(each, "__func__", getattr(each, "fget", each))
                    if isinstance(function, FunctionType) and function.__module__ == name:
                        yield function


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description="Feed a parser with what no client would send.")
    parser.add_argument(
        "name",
        choices=[*NAMES, properties.NAME],
        help=f"a parser; or {properties.NAME}: all property tests, with other examples than `run.py test`",
    )
    parser.add_argument("tests", nargs="*", metavar="TESTS", help=f"with {properties.NAME}: where to look for tests")
    parser.add_argument("--seconds", type=int, default=60, metavar="N", help="60 unless told otherwise")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the chance; 1 unless told otherwise")
    asked = parser.parse_intermixed_args()
    if asked.name == properties.NAME:
        return properties.search(asked.seconds, asked.seed, asked.tests)
    if asked.tests:
        parser.error(f"only {properties.NAME} takes tests")
    # The compiled rules cannot be watched: the interpreted ones are the same.
    os.environ["LUDOTECA_INTERPRETED"] = "1"
    try:
        import atheris  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:
        sys.stderr.write("Fuzzing needs atheris, for Linux: python3 run.py fuzz installs it.\n")
        return 2
    from .targets import TARGETS

    for function in functions_of("ludoteca"):
        atheris.instrument_func(function)
    target = TARGETS[asked.name]
    corpus = FOLDER / asked.name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (corpus / f"seed-{number}").write_bytes(seed)

    def mutate(body: bytes, largest: int, seed: int) -> bytes:
        if seed % 4 == 0:
            return bytes(atheris.Mutate(body, largest))
        return target.mutate(body, seed)[:largest]

    arguments = [
        "fuzz",
        str(corpus),
        f"-max_total_time={asked.seconds}",
        f"-seed={asked.seed}",
        f"-max_len={LARGEST}",
        f"-timeout={LONGEST}",
        f"-artifact_prefix={FOLDER}/{asked.name}-",
        "-print_final_stats=1",
    ]
    atheris.Setup(arguments, target.run, custom_mutator=mutate)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
