"""Streams that a Java program wrote, and streams of ours that a Java program reads.

`written.hex` is what `Written.java` wrote: `java Written write FILE`. Where there is a Java, it reads ours as well.
"""

from __future__ import annotations

import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from ludoteca.dialects.javastream import HEADER, Block, ClassList, Constant, NeedData, Object, Reader, Value, encode
from ludoteca.dialects.javastream.classes import Listed
from ludoteca.dialects.javastream.library import array_list, from_uuid, hash_map, hash_set, stack, to_python

HERE = Path(__file__).parent
WRITTEN = bytes.fromhex((HERE / "written.hex").read_text())
CLASSES = ClassList(
    [
        Listed("Written$Colour", constants=["RED", "BLUE"]),
        Listed("Written$Message", 5, "", {"identifier": "Ljava/util/UUID;"}),
        Listed(
            "Written$Move",
            -9,
            "Written$Message",
            {
                "fast": "Z",
                "steps": "I",
                "when": "J",
                "colour": "LWritten$Colour;",
                "linked": "Ljava/util/LinkedList;",
                "list": "Ljava/util/ArrayList;",
                "map": "Ljava/util/HashMap;",
                "name": "Ljava/lang/String;",
                "row": "[I",
                "set": "Ljava/util/HashSet;",
                "stack": "Ljava/util/Stack;",
                "words": "[Ljava/lang/String;",
            },
        ),
    ]
)
FIELDS = {
    "identifier": uuid.UUID("ffffffff-ffff-fffb-0000-000000000007"),
    "fast": True,
    "steps": -3,
    "when": 1 << 40,
    "colour": "BLUE",
    "linked": [8],
    "list": [4, 5],
    "map": {"x": 9},
    "name": "café \0 😀",
    "row": [1, -2],
    "set": ["s"],
    "stack": [3],
    "words": ["a", "b"],
}


def read_all(data: bytes, step: int) -> list[Value]:
    reader = Reader(CLASSES)
    found: list[Value] = []
    for at in range(0, len(data), step):
        reader.receive_data(data[at : at + step])
        while not isinstance(value := reader.next_value(), NeedData):
            found.append(value)
    assert not reader.waiting
    return found


@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_what_java_wrote_is_read_however_it_is_cut(step: int) -> None:
    move, hello, again, red, number = read_all(WRITTEN, step)
    assert isinstance(move, Object)
    assert {name: to_python(value) for name, value in move.fields.items()} == FIELDS
    assert hello == "hello"
    assert again is move
    assert isinstance(red, Constant)
    assert red.constant == "RED"
    assert number == Block(b"\0\0\0\7")


def test_what_was_read_is_written_and_read_again() -> None:
    move = read_all(WRITTEN, 1000)[0]
    [again] = read_all(HEADER + encode(move), 1000)
    assert isinstance(again, Object)
    assert {name: to_python(value) for name, value in again.fields.items()} == FIELDS


@pytest.mark.skipif(not shutil.which("javac"), reason="there is no Java; what it wrote is read all the same")
def test_java_reads_what_is_made_here(tmp_path: Path) -> None:
    original = read_all(WRITTEN, 1000)[0]
    assert isinstance(original, Object)
    made = {
        **original.fields,
        "identifier": from_uuid(uuid.UUID("ffffffff-ffff-fffb-0000-000000000007")),
        "colour": CLASSES.constant("Written$Colour", "BLUE"),
        "list": array_list([4, 5]),
        "map": hash_map([("x", 9)]),
        "set": hash_set(["s"]),
        "stack": stack([3]),
    }
    move = CLASSES.make("Written$Move", **made)
    (tmp_path / "stream").write_bytes(HEADER + encode(move) + encode("hello") + encode("y" * 70_001))
    subprocess.run(["javac", "-d", tmp_path, HERE / "Written.java"], check=True)
    reading = ["java", "-cp", str(tmp_path), "Written", "read", str(tmp_path / "stream")]
    said = subprocess.run(reading, check=True, capture_output=True, text=True).stdout.splitlines()
    assert said == [
        "ffffffff-ffff-fffb-0000-000000000007 -3 true 1099511627776",
        "true BLUE [4, 5] [8]",
        "{x=9} [s] [3]",
        "[1, -2] [a, b]",
        "hello",
        "70001",
    ]
