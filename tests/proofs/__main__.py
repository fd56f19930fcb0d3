import argparse
import sys
import time

from ludoteca import rules

from . import bots, crashes, dialects, games, nodes
from .amounts import Proof

PROOFS = [
    Proof(games.round_trips, "games", 120, 10_000),
    Proof(games.eriantys_invariants, "games", 180, 10_000),
    Proof(games.eriantys_legality, "positions", 200, 10_000),
    Proof(games.eriantys_events, "games", 100, 10_000),
    Proof(games.masters_invariants, "games", 100, 10_000),
    Proof(games.masters_legality, "positions", 100, 4_000),
    Proof(games.masters_secrets, "pairs", 400, 100_000),
    Proof(bots.eriantys_bots_do_not_cheat, "positions", 200, 10_000),
    Proof(bots.masters_bots_do_not_cheat, "positions", 200, 10_000),
    Proof(games.house_simulation, "runs", 20, 2_000),
    Proof(games.perft, "leaves", 1_000_000, 10**9),
    Proof(games.forms, "games", 120, 2_000),
    Proof(crashes.crash, "rounds", 40, 10_000),
    Proof(nodes.nodes, "rounds", 10, 1_000),
    Proof(dialects.dialects, "games", 12, 200),
    Proof(dialects.mixed_tables, "tables", 40, 1_000),
]


def scale(text: str) -> str:
    if text not in ("ci", "full") and not (text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError("it is ci, full or a number of games, positions or leaves")
    return text


def main() -> int:
    names = [proof.name for proof in PROOFS]
    listing = "\n".join(f"  {p.name:20} {p.purpose} ({p.slice:,} / {p.whole:,} {p.unit})" for p in PROOFS)
    parser = argparse.ArgumentParser(
        prog="run.py proofs",
        description="What the tests check on a slice, on more.",
        epilog=f"proofs (amounts for ci / full):\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="PROOF", help="which ones; all without any")
    parser.add_argument("--scale", type=scale, default="ci", metavar="AMOUNT", help="ci (default), full, or a number")
    options = parser.parse_args()
    unknown = set(options.names) - set(names)
    if unknown:
        parser.error(f"there is no proof {', '.join(sorted(unknown))}: there are {', '.join(names)}")
    print(f"rules {'compiled' if rules.compiled else 'interpreted'}")
    for proof in PROOFS:
        if not options.names or proof.name in options.names:
            start = time.monotonic()
            print(f"{proof.name}: {proof.purpose}", flush=True)
            found = proof.run(proof.amount(options.scale))
            print(f"  {found}, {time.monotonic() - start:.1f} s", flush=True)
    return 0


sys.exit(main())
