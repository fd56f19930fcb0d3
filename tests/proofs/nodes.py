"""Proof that no fault of one of several servers, or of PostgreSQL, loses anything that anybody was told."""

import os

from ..faults import many
from ..faults.rounds import Findings, run
from ..postgres import NotStarted, Postgres
from .amounts import progress


def nodes(rounds: int) -> str:
    """Servers of a house and its PostgreSQL are killed and parted while people play: nothing is lost or done twice."""
    try:
        Postgres().remove()
    except NotStarted as why:
        if os.environ.get("CI"):
            raise
        return f"left out: {why}"
    caught = [f"    with {fault}: {many.catch(fault)}" for fault in many.SHOWN_BY]
    print("  faults are noticed:", *caught, sep="\n", flush=True)
    plans = list(many.plans(rounds))
    found = sum((run(plan) for plan in progress(plans, len(plans), "houses")), Findings())
    return many.told(found)
