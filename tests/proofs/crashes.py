"""Proof that a crash of the server loses nothing that anybody was told."""

from ..crash import many, powercut, server


def crash(rounds: int) -> str:
    """The server is killed, or its power cut, while people play: nothing that they were told is lost."""
    caught = [f"    with {fault}: {many.catch(fault)}" for fault in server.FAULTS if can_show(fault)]
    print("  faults are noticed:", *caught, sep="\n", flush=True)
    seen = many.run_all(rounds)
    without = powercut.available()
    left_out = "" if without is None else f"; no power cuts, because {without}"
    modes = ", ".join(f"{name} {seen[name]:,}" for name in sorted(seen) if name.startswith("rounds ("))
    return (
        f"{seen['rounds']:,} rounds of {seen['houses']:,} houses ({modes}), {seen['entries told']:,} entries and "
        f"{seen['lines told']:,} lines told, {seen['acts done']:,} actions acknowledged, nothing lost{left_out}"
    )


def can_show(fault: str) -> bool:
    return server.FAULTS[fault] == "kill" or powercut.available() is None
