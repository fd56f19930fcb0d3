"""`python3 run.py release`: every package is made, compared and tried the way strangers would.

It leaves in `dist/` a source package, a compiled wheel for Linux, a wheel without compiled modules, a list of what is
in them (CycloneDX) and their SHA-256. It fails when one of these does not hold:

- the wheel that is built from this folder and the one that is built from the source package, elsewhere, without Node
  and without a network, are equal byte by byte;
- the wheel may be installed on every Linux that its name promises (auditwheel);
- from each package, in an empty virtual environment of somebody who is not root, without a compiler: the rules run as
  promised, the strongest bot plays, and `ludoteca play` shows the real page to a browser;
- pipx and uv install it as well, from the wheel, and uv from the folder.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from . import artefacts, sbom, trials
from .steps import Failed, say

ROOT = Path(__file__).resolve().parents[1]


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("run.py release", description="Make every package and try it.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--without-trials", action="store_true", help="only make them")
    what.add_argument("--only-trials", action="store_true", help="try those that are in dist")
    parser.add_argument(
        "--pythons", choices=["ends", "all"], default="ends", help="try the oldest and the newest Python here, or all"
    )
    arguments = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="ludoteca-release-") as temporary:
        place = Path(temporary)
        place.chmod(0o755)  # whoever tries a package has to come in
        try:
            if arguments.only_trials:
                made = artefacts.made_before(ROOT, place)
            else:
                made = artefacts.make(ROOT, place)
                sbom.write(ROOT, made.folder)
                artefacts.write_sums(made.folder)
            if not arguments.without_trials:
                trials.try_all(made, place, every=arguments.pythons == "all")
        except Failed as failed:
            say(f"FAILED: {failed}")
            return 1
    say(f"Everything is in {made.folder}:")
    for path in sorted(made.folder.iterdir()):
        say(f"  {path.name}  {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
