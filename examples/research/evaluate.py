"""A checkpoint of `ppo.py` in the arena: python evaluate.py checkpoint.npz --against greedy --games 200

Every deal is played from both sides. The table says how many games were won, and between which bounds the truth lies.
"""

import argparse
import os
import sys
from pathlib import Path

from ludoteca import cli

BOT = Path(__file__).with_name("checkpoint_bot.py")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--against", default="greedy", help="a bot of the house, or a file")
    parser.add_argument("--game", choices=("eriantys", "masters"), default="eriantys")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    os.environ["LUDOTECA_CHECKPOINT"] = str(options.checkpoint.absolute())
    settings = ["--game", options.game, "--games", str(options.games), "--processes", str(options.processes)]
    return cli.main(["arena", str(BOT), options.against, *settings])


if __name__ == "__main__":
    sys.exit(main())
