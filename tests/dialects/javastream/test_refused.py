"""Streams that no program would write: each is refused with a sentence, at a bounded price."""

from __future__ import annotations

import contextlib
import struct
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dialects.javastream import (
    HEADER,
    Array,
    Block,
    ClassList,
    InvalidClassList,
    Limits,
    NeedData,
    Object,
    Reader,
    StreamRefused,
    Value,
    encode,
)
from ludoteca.dialects.javastream.classes import Listed
from ludoteca.dialects.javastream.library import array_list, hash_map, to_python

from .test_java import CLASSES, WRITTEN

SMALL = Limits(depth=4, value_bytes=1000, values=50, handles=20, kept_bytes=5000, resets=3)


def read(data: bytes, classes: ClassList = CLASSES, limits: Limits | None = None) -> list[Value]:
    reader = Reader(classes, limits or Limits())
    reader.receive_data(data)
    found: list[Value] = []
    while not isinstance(value := reader.next_value(), NeedData):
        found.append(value)
    return found


def drain(reader: Reader, data: bytes) -> None:
    for at in range(0, len(data), 4096):
        reader.receive_data(data[at : at + 4096])
        while not isinstance(reader.next_value(), NeedData):
            pass


def refusal(data: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(StreamRefused) as refused:
        read(data, limits=limits)
    return refused.value.sentence


def text(value: str) -> bytes:
    return struct.pack(">H", len(value)) + value.encode()


def descriptor(name: str, uid: int, flags: int, fields: bytes = b"\0\0", behind: bytes = b"\x78\x70") -> bytes:
    return b"\x72" + text(name) + struct.pack(">q", uid) + bytes([flags]) + fields + behind


def test_a_stream_begins_with_its_magic_number() -> None:
    assert "AC ED 00 05" in refusal(b"GET / HTTP/1.1\r\n")


def test_a_class_that_is_not_listed_is_refused() -> None:
    assert "not known" in refusal(HEADER + b"\x73" + descriptor("java.lang.ProcessBuilder", 1, 2))


def test_a_class_with_another_serial_number_is_refused() -> None:
    assert "serial number" in refusal(HEADER + b"\x73" + descriptor("Written$Message", 6, 2))


def test_a_class_with_other_fields_is_refused() -> None:
    assert "other fields" in refusal(HEADER + b"\x73" + descriptor("Written$Message", 5, 2))


def test_a_constant_that_an_enum_does_not_have_is_refused() -> None:
    parent = descriptor("java.lang.Enum", 0, 0x12)
    named = b"\x7e" + descriptor("Written$Colour", 0, 0x12, behind=b"\x78" + parent) + b"\x74" + text("GREEN")
    assert "constant" in refusal(HEADER + named)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x7d\0\0\0\0", "begins nothing"),
        (b"\x73\x7d\0\0\0\0", "proxies"),
        (b"\x7b", "begins nothing"),
        (b"\x76\x70", "begins nothing"),
        (b"\x73\x70", "no class"),
        (b"\x71\x00\x7e\x00\x00", "handle names nothing"),
        (b"\x71\xff\xff\xff\xff", "handle names nothing"),
        (b"\x73\x74\0\0", "proxies"),
        (b"\x74\0\1\xff", "UTF-8"),
        (b"\x74\0\3\xed\xa0\xbd", "UTF-8"),
        (b"\x7c" + b"\xff" * 8, "at most"),
        (b"\x7a\xff\xff\xff\xff", "at most"),
        (b"\x75" + descriptor("[I", 0, 2) + b"\xff\xff\xff\xff", "at most"),
        (b"\x75" + descriptor("[I", 0, 2) + b"\x7f\xff\xff\xff", "at most"),
        (b"\x75" + descriptor("[Ljava.io.File;", 0, 2), "not known"),
        (b"\x79" * 4, "resets"),
    ],
)
def test_content_that_no_program_sends_is_refused(content: bytes, sentence: str) -> None:
    assert sentence in refusal(HEADER + content, SMALL)


def test_objects_do_not_stand_too_deep_in_each_other() -> None:
    nested: Value = "inside"
    for _ in range(10):
        nested = array_list([nested])
    assert "deep" in refusal(HEADER + encode(nested), SMALL)


def test_an_object_does_not_stand_inside_itself() -> None:
    ring = array_list([])
    ring.written["java.util.ArrayList"].append(ring)
    assert "inside itself" in refusal(HEADER + encode(ring))


def test_a_message_has_a_bounded_number_of_values() -> None:
    assert "values" in refusal(HEADER + encode(Array("[I", list(range(49)))) + encode(array_list(range(40))), SMALL)


def test_a_stream_has_a_bounded_number_of_handles() -> None:
    strings = b"".join(b"\x74" + text(f"{number}") for number in range(30))
    assert "handles" in refusal(HEADER + strings, SMALL)


def test_a_stream_that_is_never_reset_is_bounded_by_its_bytes() -> None:
    assert "reset" in refusal(HEADER + (b"\x77\xf0" + b"x" * 0xF0) * 30, SMALL)


def test_a_million_handles_end_the_stream_and_take_little_memory() -> None:
    strings = b"".join(b"\x74" + text(f"{number}") for number in range(1_000_000))
    reader = Reader(CLASSES)
    tracemalloc.start()
    try:
        reader.receive_data(HEADER)
        with pytest.raises(StreamRefused, match="handles"):
            drain(reader, strings)
        assert tracemalloc.get_traced_memory()[1] < 8 * 1024 * 1024
    finally:
        tracemalloc.stop()


def test_a_refused_stream_stays_refused() -> None:
    reader = Reader(CLASSES)
    reader.receive_data(b"nonsense")
    for _ in range(2):
        with pytest.raises(StreamRefused, match="begin"):
            reader.next_value()
        reader.receive_data(HEADER + encode("hello"))


@given(st.integers(0, len(WRITTEN) - 1), st.integers(0, 255))
def test_a_changed_byte_is_read_or_refused(at: int, byte: int) -> None:
    changed = bytearray(WRITTEN)
    changed[at] = byte
    with contextlib.suppress(StreamRefused):
        for value in read(bytes(changed)):
            encode(value)


@given(st.integers(0, len(WRITTEN)))
def test_a_cut_stream_waits_for_the_rest(length: int) -> None:
    reader = Reader(CLASSES)
    reader.receive_data(WRITTEN[:length])
    whole = 0
    while not isinstance(reader.next_value(), NeedData):
        whole += 1
    reader.receive_data(WRITTEN[length:])
    while not isinstance(reader.next_value(), NeedData):
        whole += 1
    assert whole == 5


values = st.recursive(
    st.none() | st.text() | st.integers(-(2**31), 2**31 - 1) | st.booleans(),
    lambda inside: (
        st.lists(inside, max_size=4).map(array_list) | st.lists(st.tuples(st.text(), inside), max_size=4).map(hash_map)
    ),
    max_leaves=20,
)


@given(st.lists(values, max_size=3).map(array_list))
def test_what_is_written_is_read(value: Object) -> None:
    [again] = read(HEADER + encode(value))
    assert to_python(again) == to_python(value)


def test_what_no_stream_can_hold_is_not_written() -> None:
    with pytest.raises(TypeError, match="box"):
        encode(7)
    with pytest.raises(TypeError, match="no I"):
        encode(Array("[I", [1 << 40]))


def test_long_blocks_are_written_and_read() -> None:
    assert read(HEADER + encode(Block(b"x" * 300))) == [b"x" * 300]


def test_an_object_is_made_with_all_its_fields() -> None:
    with pytest.raises(TypeError, match="identifier"):
        CLASSES.make("Written$Message")
    with pytest.raises(TypeError, match="no constant"):
        CLASSES.constant("Written$Colour", "GREEN")


def test_a_class_list_names_every_class_once() -> None:
    listed = '[{"name": "A", "super": "B", "fields": {"x": "I"}}, {"name": "B", "uid": 3}]'
    assert ClassList.read(listed).make("A", x=1).descriptor.parent is not None
    with pytest.raises(InvalidClassList, match="no class C"):
        ClassList([Listed("A", super="C")])
    with pytest.raises(InvalidClassList, match="already"):
        ClassList([Listed("java.util.UUID")])
