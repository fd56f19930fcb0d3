"""What a power cut leaves on disk, first of plain writes, then of SQLite, then of the store."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.crash import powercut
from tests.crash.powercut import lives
from tests.crash.powercut import log as logs
from tests.crash.powercut.disk import SECTOR, Disk
from tests.crash.powercut.log import Kind, Operation
from tests.store.crashes import Lost

pytestmark = pytest.mark.skipif(powercut.available() is not None, reason=str(powercut.available()))

SEED = int(os.environ.get("POWERCUT_SEED", "0"))  # other moments, other survivors


class Machine:
    """A folder in which programs run until the power goes."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "folder"
        self.folder.mkdir()
        self.log = place / "log"

    def run(self, program: str) -> None:
        """`program` runs in the folder; what is there when it begins is on disk. It kills itself at its end."""
        variables = os.environ | powercut.environment(self.folder, self.log)
        whole = f"{PRELUDE}\n{program}\nos.kill(os.getpid(), 9)"
        ended = subprocess.run([sys.executable, "-c", whole], cwd=self.folder, env=variables, check=False)
        assert ended.returncode == -9, "the program failed"

    def cut(self, seed: int | None = None) -> dict[str, bytes | None]:
        powercut.disk_after_cut(self.folder, self.log, seed)
        return powercut.in_folder(self.folder)


PRELUDE = """
import mmap, os, resource, subprocess, sys, threading

def write(name, content, flags=0):
    opened = os.open(name, os.O_RDWR | os.O_CREAT | flags)
    os.write(opened, content)
    return opened

def sync_folder(path="."):
    opened = os.open(path, os.O_RDONLY)
    os.fsync(opened)
    os.close(opened)
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


# ---------------------------------------------------------------- files and names


def test_what_was_not_synced_is_lost(machine: Machine) -> None:
    machine.run("write('a', b'text')")
    assert machine.cut() == {}


def test_what_was_synced_with_its_name_stays(machine: Machine) -> None:
    machine.run("os.fsync(write('a', b'text')); sync_folder()")
    assert machine.cut() == {"a": b"text"}


def test_fdatasync_does_as_well(machine: Machine) -> None:
    machine.run("os.fdatasync(write('a', b'text')); sync_folder()")
    assert machine.cut() == {"a": b"text"}


def test_a_name_needs_its_folder_synced(machine: Machine) -> None:
    machine.run("os.fsync(write('a', b'text'))")
    assert machine.cut() == {}


def test_a_name_without_its_content(machine: Machine) -> None:
    machine.run("write('a', b'text'); sync_folder()")
    assert machine.cut() == {"a": b""}


def test_what_is_written_after_the_sync_is_lost(machine: Machine) -> None:
    machine.run("file = write('a', b'early '); sync_folder(); os.fsync(file); os.write(file, b'late')")
    assert machine.cut() == {"a": b"early "}


@pytest.mark.parametrize(
    "change",
    [
        "write('a', b'other')",
        "os.ftruncate(os.open('a', os.O_RDWR), 1)",
        "open('a', 'w')",
        "os.unlink('a')",
        "os.rename('a', 'b')",
        "os.rename('a', 'b'); os.fsync(os.open('b', os.O_RDWR))",
        "write('b', b'other'); os.replace('b', 'a')",
        "os.unlink('a'); os.fsync(write('a', b'other'))",
    ],
)
def test_what_was_there_before_comes_back(machine: Machine, change: str) -> None:
    (machine.folder / "a").write_bytes(b"text")
    machine.run(change)
    assert machine.cut() == {"a": b"text"}


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ("os.fsync(write('a', b'o'))", {"a": b"oext"}),
        ("file = os.open('a', os.O_RDWR); os.ftruncate(file, 1); os.fsync(file)", {"a": b"t"}),
        ("file = os.open('a', os.O_RDWR); os.ftruncate(file, 6); os.fsync(file)", {"a": b"text\0\0"}),
        ("os.fsync(os.open('a', os.O_RDWR | os.O_TRUNC))", {"a": b""}),
        ("os.unlink('a'); sync_folder()", {}),
        ("os.rename('a', 'b'); sync_folder()", {"b": b"text"}),
        ("os.fsync(write('b', b'other')); os.replace('b', 'a'); sync_folder()", {"a": b"other"}),
        ("write('b', b'other'); os.replace('b', 'a'); sync_folder()", {"a": b""}),
        ("os.unlink('a'); os.fsync(write('a', b'other')); sync_folder()", {"a": b"other"}),
        ("os.mkdir('f'); os.fsync(write('f/b', b'')); sync_folder()", {"a": b"text", "f": None}),
        ("os.mkdir('f'); os.fsync(write('f/b', b'')); sync_folder('f')", {"a": b"text"}),
        ("os.mkdir('f'); write('f/b', b''); sync_folder('f'); sync_folder()", {"a": b"text", "f": None, "f/b": b""}),
        ("os.mkdir('f'); os.rmdir('f'); sync_folder()", {"a": b"text"}),
    ],
)
def test_changes_that_were_synced_stay(machine: Machine, change: str, after: dict[str, bytes | None]) -> None:
    (machine.folder / "a").write_bytes(b"text")
    machine.run(change)
    assert machine.cut() == after


def test_power_can_go_again(machine: Machine) -> None:
    (machine.folder / "f").mkdir()
    (machine.folder / "f" / "old").write_bytes(b"1")
    machine.run("os.fsync(write('f/old', b'2')); write('f/new', b'3'); sync_folder('f')")
    assert machine.cut() == {"f": None, "f/old": b"2", "f/new": b""}
    machine.run("os.fsync(write('f/new', b'4')); write('f/old', b'5')")
    assert machine.cut() == {"f": None, "f/old": b"2", "f/new": b"4"}


def test_every_way_of_writing_is_seen(machine: Machine) -> None:
    machine.run("""
file = write("a", b"0123456789", os.O_TRUNC)
os.pwrite(file, b"AB", 2)
os.writev(file, [b"x", b"", b"yz"])
os.pwritev(file, [b"Q", b"R"], 20)
os.lseek(file, 5, os.SEEK_SET)
os.write(os.dup(file), b"=")
os.write(write("a", b"end", os.O_APPEND), b"!")
with open("a", "r+b") as buffered:
    buffered.seek(1)
    buffered.write(b"+")
inside = os.open(".", os.O_RDONLY)
os.fsync(os.open("b", os.O_WRONLY | os.O_CREAT, dir_fd=inside))
os.mkdir("f", dir_fd=inside)
os.rename("b", "c", src_dir_fd=inside, dst_dir_fd=inside)
os.unlink("c", dir_fd=inside)
os.fsync(file)
os.fsync(inside)
""")
    assert machine.cut() == {"a": b"0+AB4=6789xyz\0\0\0\0\0\0\0QRend!", "f": None}


def test_what_fails_did_not_happen(machine: Machine) -> None:
    machine.run("""
def fails(function, *arguments):
    try:
        function(*arguments)
    except OSError:
        return
    sys.exit("that should have failed")

file = write("a", b"0123456789")
fails(os.write, os.open("a", os.O_RDONLY), b"no")
fails(os.unlink, "b")
fails(os.rename, "b", "a")
fails(os.rename, "b", "/b")
fails(os.mkdir, "a")
fails(os.rmdir, "a")
fails(os.open, "a", os.O_CREAT | os.O_EXCL)
fails(os.open, "a/b", os.O_CREAT)
fails(os.ftruncate, os.open("a", os.O_RDONLY), 0)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
assert os.pwrite(file, b"ABCDEFGHIJ", 100_000 - 6) == 6
fails(os.pwrite, file, b"no", 100_000)
os.fsync(file)
sync_folder()
""")
    assert machine.cut() == {"a": b"0123456789" + bytes(100_000 - 16) + b"ABCDEF"}


def test_threads_at_once(machine: Machine) -> None:
    machine.run("""
def keep_writing(name):
    file = write(name, b"")
    sync_folder()
    for number in range(200):
        os.write(file, name.encode())
        if number < 150:
            os.fsync(file)

threads = [threading.Thread(target=keep_writing, args=(name,)) for name in "abcd"]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
""")
    assert machine.cut() == {name: name.encode() * 150 for name in "abcd"}


def test_a_sync_covers_what_was_written_before_it_began() -> None:
    happened = [
        Operation(Kind.CREATE, file=1, content=b"a"),
        Operation(Kind.SYNC_FOLDER, number=1),
        Operation(Kind.SYNCED, number=1),
        Operation(Kind.WRITE, file=1, number=0, content=b"early"),
        Operation(Kind.SYNC_FILE, file=1, number=2),
        Operation(Kind.WRITE, file=1, number=5, content=b"meanwhile"),
        Operation(Kind.SYNC_FILE, file=1, number=3),
        Operation(Kind.SYNCED, number=2),
    ]
    assert Disk(happened).after_cut(seed=None) == {"a": b"early"}
    assert Disk([*happened, Operation(Kind.SYNCED, number=3)]).after_cut(seed=None) == {"a": b"earlymeanwhile"}


# ---------------------------------------------------------------- what survives by chance

SECTORS = 4


def test_any_part_of_what_was_not_synced_may_survive(machine: Machine) -> None:
    """Of every write none, all, or some sectors; a sector is as it was before or after one of the writes."""
    (machine.folder / "a").write_bytes(b"0" * SECTOR * SECTORS)
    machine.run(f"file = write('a', b'1' * {SECTOR * SECTORS}); os.pwrite(file, b'2' * {SECTOR}, {SECTOR // 2})")
    disk = Disk(logs.read(machine.log))
    found = set()
    for seed in range(3000):
        content = disk.after_cut(seed)["a"]
        assert content is not None
        sectors = tuple(content[start : start + SECTOR] for start in range(0, SECTOR * SECTORS, SECTOR))
        half = SECTOR // 2
        assert sectors[0] in (b"0" * SECTOR, b"1" * SECTOR, b"1" * half + b"2" * half)
        assert sectors[1] in (b"0" * SECTOR, b"1" * SECTOR, b"2" * half + b"1" * half)
        assert all(sector in (b"0" * SECTOR, b"1" * SECTOR) for sector in sectors[2:])
        found.add(sectors)
    assert len(found) == 3 * 3 * 2 * 2
    assert disk.after_cut(seed=None) == {"a": b"0" * SECTOR * SECTORS}


def test_what_was_synced_survives_every_chance(machine: Machine) -> None:
    machine.run("file = write('a', b'1' * 2000); os.fsync(file); sync_folder(); os.pwrite(file, b'2' * 900, 1500)")
    disk = Disk(logs.read(machine.log))
    sizes = set()
    for seed in range(100):
        content = disk.after_cut(seed)["a"]
        assert content is not None
        assert content[:1500] == b"1" * 1500
        assert set(content[1500:2000]) <= set(b"12")
        assert set(content[2000:]) <= set(b"\x002")
        sizes.add(len(content))
    assert sizes == {2000, 2048, 2400}


def test_names_may_survive_in_any_order(machine: Machine) -> None:
    (machine.folder / "a").write_bytes(b"text")
    machine.run("os.rename('a', 'b'); os.mkdir('f')")
    disk = Disk(logs.read(machine.log))
    found = {tuple(disk.after_cut(seed)) for seed in range(50)}
    assert found == {("a",), ("b",), ("a", "f"), ("b", "f")}


def test_the_same_seed_leaves_the_same_disk(machine: Machine) -> None:
    machine.run("write('a', b'1' * 9000); write('b', b'2' * 9000); os.unlink('a')")
    disk = Disk(logs.read(machine.log))
    assert [disk.after_cut(seed) for seed in range(20)] == [disk.after_cut(seed) for seed in range(20)]
    assert machine.cut(seed=3) == disk.after_cut(seed=3)


# ---------------------------------------------------------------- what the shim cannot follow


@pytest.mark.parametrize(
    "unseen",
    [
        "mmap.mmap(os.open('a', os.O_RDWR), 4)[:] = b'map!'",
        "os.sendfile(os.open('a', os.O_RDWR), os.open('b', os.O_RDONLY), 0, 5)",
        "os.link('a', 'c')",
        "os.truncate('a', 2)",
        "os.rename('a', '../outside')",
        "write('../outside', b''); os.rename('../outside', 'c')",
        "os.mkdir('f'); os.rename('a', 'f/a')",
        "write('c', b''); subprocess.run([sys.executable, '-c', 'open(\"a\", \"w\").write(\"two\")'])",
    ],
)
def test_what_cannot_be_followed_is_no_silent_hole(machine: Machine, unseen: str) -> None:
    (machine.folder / "a").write_bytes(b"text")
    (machine.folder / "b").write_bytes(b"other")
    machine.run(unseen)
    with pytest.raises(powercut.Unfollowed):
        machine.cut()


def test_shared_memory_of_sqlite_is_always_lost(machine: Machine) -> None:
    machine.run(
        "os.fsync(write('a-shm', b'text')); sync_folder(); mmap.mmap(os.open('a-shm', os.O_RDWR), 4)[:] = b'map!'"
    )
    assert machine.cut() == {}


@pytest.mark.parametrize("length", [0, 1, 23, 24, 26])
def test_a_record_that_was_being_written_had_no_effect(machine: Machine, length: int) -> None:
    machine.run("os.fsync(write('a', b'text')); sync_folder()")
    record = Operation(Kind.WRITE, file=1, content=b"late").encoded()
    machine.log.write_bytes(machine.log.read_bytes() + record[:length])
    assert machine.cut() == {"a": b"text"}


@pytest.mark.parametrize("written", [0, 4096, 8192, 10_000])
def test_a_write_that_was_interrupted(machine: Machine, written: int) -> None:
    machine.run("file = write('a', b''); sync_folder(); os.write(file, b'1' * 10_000)")
    (machine.folder / "a").write_bytes(b"1" * written)
    assert machine.cut() == {"a": b""}


def test_more_than_one_write_cannot_have_been_interrupted(machine: Machine) -> None:
    machine.run("file = write('a', b''); sync_folder(); os.write(file, b'1' * 10_000); os.write(file, b'2')")
    (machine.folder / "a").write_bytes(b"1" * 4096)
    with pytest.raises(powercut.Unfollowed):
        machine.cut()


# ---------------------------------------------------------------- SQLite


@pytest.mark.parametrize("torn", [False, True])
def test_sqlite_loses_no_transaction(torn: bool) -> None:
    seen = lives.check("rows", lives=20, torn=torn, seed=SEED)
    assert seen["lives"] == 20
    assert seen["said"] > 500


def test_sqlite_loses_no_transaction_at_any_moment() -> None:
    seen = lives.check_every_moment("rows", most=10)
    assert seen["said"] == 10
    assert seen["cuts"] > 200


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_sqlite_that_does_not_sync_every_commit_loses_some(synchronous: str, torn: bool) -> None:
    with pytest.raises(Lost):
        lives.check("rows", lives=20, torn=torn, synchronous=synchronous, seed=SEED)


# ---------------------------------------------------------------- the store


@pytest.mark.parametrize("torn", [False, True])
def test_the_store_loses_nothing_that_it_acknowledged(torn: bool) -> None:
    seen = lives.check("entries", lives=10, torn=torn, seed=SEED)
    assert seen["lives"] == 10
    assert seen["said"] > 200


def test_the_store_loses_nothing_at_any_moment() -> None:
    seen = lives.check_every_moment("few entries", most=4)
    assert seen["said"] == 4 * 3
    assert seen["cuts"] > 200


@pytest.mark.parametrize("torn", [False, True])
def test_a_store_that_does_not_sync_every_commit_would_be_noticed(torn: bool) -> None:
    with pytest.raises(Lost):
        lives.check("entries", lives=20, torn=torn, synchronous="NORMAL", seed=SEED)
