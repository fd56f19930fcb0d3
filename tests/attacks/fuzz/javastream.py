"""Java's object streams, fuzzed: whatever bytes come, and however the network cuts them."""

from __future__ import annotations

from ludoteca.dialects.javastream import HEADER, NeedData, Reader, StreamRefused, Value, encode
from ludoteca.dialects.javastream.library import array_list, hash_map
from tests.dialects.javastream.test_java import CLASSES, WRITTEN

MOST = 4096  # bytes of an input that are read: beyond that there is nothing new, only more of it
Outcome = tuple[list[bytes], str]


def read_javastream(body: bytes) -> None:
    """Cut in any way it gives the same values and the same refusal, and each value can be written again."""
    stream = body[:MOST]
    assert outcome(stream, len(stream) or 1) == outcome(stream, 1)


def outcome(stream: bytes, step: int) -> Outcome:
    reader = Reader(CLASSES)
    values: list[Value] = []
    refusal = ""
    try:
        for at in range(0, len(stream), step):
            reader.receive_data(stream[at : at + step])
            while not isinstance(value := reader.next_value(), NeedData):
                values.append(value)
    except StreamRefused as refused:
        refusal = refused.sentence
    return [encode(value) for value in values], refusal


def some_javastreams() -> list[bytes]:
    return [WRITTEN, HEADER + encode("hello") + encode(array_list([1, "two", hash_map([("three", True)])]))]
