"""Make tables from their logs in a process that has never seen them: run by test_reopening.py.

It reads one JSON array per line, the code, the secret and the entries of a table, and prints the digest of each table
and the hash of a snapshot of it.
"""

from __future__ import annotations

import hashlib
import json
import sys

from ludoteca.house import entries
from ludoteca.house.apply import rebuild
from ludoteca.house.snapshots import restore, snapshot
from ludoteca.house.table import Table


def fingerprint(table: Table) -> str:
    """What must be the same wherever a table is made."""
    return f"{table.digest} {hashlib.sha256(snapshot(table)).hexdigest()}"


def line_of(code: str, secret: bytes, log: list[entries.Entry]) -> str:
    return json.dumps([code, secret.hex(), [entries.encode(entry).decode() for entry in log]])


def main() -> None:
    for line in sys.stdin:
        code, secret, log = json.loads(line)
        table = rebuild(code, bytes.fromhex(secret), map(entries.decode, log))
        again = restore(snapshot(table))
        print(fingerprint(table) if fingerprint(again) == fingerprint(table) else "the snapshot differs")


if __name__ == "__main__":
    main()
