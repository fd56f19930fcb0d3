"""Dispatches to the benches: python -m bench --help"""

from __future__ import annotations

import argparse
import sys

from . import bots, crashes, dialects, envs, hostile, levels, nodes, playouts, search, serving, store, stores

BENCHES = {
    "playouts": playouts.main,
    "search": search.main,
    "envs": envs.main,
    "store": store.main,
    "stores": stores.main,
    "bots": bots.main,
    "levels": levels.main,
    "serving": serving.main,
    "nodes": nodes.main,
    "dialects": dialects.main,
    "hostile": hostile.main,
    "crashes": crashes.main,
}
SUMMARIES = {
    "playouts": "random games: moves per second of every form of the rules, and against hand-written C",
    "search": "positions judged and iterations of the search per second, beside hand-written C and on two threads",
    "envs": "steps per second of the environments for research, beside OpenSpiel and PettingZoo",
    "store": "entries on disk per second: many in one commit against one commit for each",
    "stores": "what an append costs in SQLite and in PostgreSQL",
    "serving": "what a move costs our server, beside boardgame.io and a durable echo",
    "nodes": "what a move costs several servers that share a house, and PostgreSQL; and races between them",
    "dialects": "what a message costs in each dialect, beside the house's own, and an idle connection",
    "hostile": "what hostile clients cost the server, and how long a person waits meanwhile",
    "crashes": "moves that were told and are lost after kill -9 and power cuts, beside boardgame.io",
    "bots": "how many games the greedy bot wins among random ones, and how long it thinks",
    "levels": "how strong the levels are, against each other, greedy and Lorenzo: the tables of the documents",
}


def main(arguments: list[str]) -> int:
    lines = "\n".join(f"  {name:<10} {summary}" for name, summary in SUMMARIES.items())
    parser = argparse.ArgumentParser(
        prog="bench",
        description="Measure how fast the rules and the store are, and how strong the bots.",
        epilog=f"benches:\n{lines}\n\n`bench NAME --help` shows the options of one.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", choices=BENCHES, help="which bench to run")
    parser.add_argument("options", metavar="...", nargs=argparse.REMAINDER, help="options of that bench")
    chosen = parser.parse_args(arguments)
    return BENCHES[chosen.name](chosen.options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
