"""`ludoteca train`: weights for the search, learned by playing against itself."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

from ludoteca.search import shipped
from ludoteca.search.weights import UnfitWeights

from . import Subparsers
from .output import CommandError, explained

DESCRIPTION = """\
Make weights for the bots that think ahead: they learn by playing against
themselves. Everything is kept in a folder after each generation, so that the
training goes on where it was when it is started again. Needs torch and NumPy:
pip install 'ludoteca[train]'."""
EPILOG = """\
examples:
  ludoteca train eriantys ~/learned          until Ctrl-C; again to go on
  ludoteca train masters ~/other --until 50  stop after 50 generations
  ludoteca train masters ~/more --from shipped  from what the bots know

FOLDER/plan.json says how to train and is read again at every generation,
FOLDER/best.weights are the best weights so far, FOLDER/progress.txt has the
figures and FOLDER/chart.svg shows them."""
NEEDED = ("numpy", "torch")
SHIPPED = "shipped"


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "train",
        help="make weights for the bots that think ahead",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", choices=("eriantys", "masters"), help="which game to learn")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where everything is kept")
    parser.add_argument("--until", type=int, metavar="N", help="stop after generation N (default: never)")
    parser.add_argument(
        "--from",
        dest="start",
        metavar="FILE",
        help=f"weights to go on from in a new folder; {SHIPPED!r} are those that the bots play with",
    )
    parser.set_defaults(run=run)


@explained
def run(arguments: argparse.Namespace) -> int:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        print(f"Training needs {' and '.join(missing)}: pip install 'ludoteca[train]'", file=sys.stderr)
        return 1
    start = beginning(arguments.game, arguments.start)
    from ..training.loop import Training

    try:
        Training(arguments.game, arguments.folder, start).run(arguments.until)
    except UnfitWeights as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:
        print("Stopped. The same command goes on after the last whole generation.", file=sys.stderr)
    return 0


def beginning(game: str, start: str | None) -> bytes | None:
    """The content of the file of weights to go on from."""
    if start is None:
        return None
    path = shipped.path(game) if start == SHIPPED else Path(start)
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
