"""Classes of Java's library: boxed numbers, lists, maps, sets and UUIDs, from Python values and back."""

from __future__ import annotations

import struct
import uuid
from collections.abc import Iterable, Mapping

from .grammar import ENUM_CLASS, SERIALIZABLE, WRITE_METHOD
from .values import Array, Block, Constant, Descriptor, Field, Object, Value

OWN_DATA = SERIALIZABLE | WRITE_METHOD
NUMBER = Descriptor("java.lang.Number", -8742448824652078965, SERIALIZABLE)
INTEGER = Descriptor("java.lang.Integer", 1360826667806852920, SERIALIZABLE, (Field("I", "value"),), NUMBER)
BOOLEAN = Descriptor("java.lang.Boolean", -3665804199014368530, SERIALIZABLE, (Field("Z", "value"),))
ENUM = Descriptor("java.lang.Enum", 0, SERIALIZABLE | ENUM_CLASS)
ARRAY_LIST = Descriptor("java.util.ArrayList", 8683452581122892189, OWN_DATA, (Field("I", "size"),))
LINKED_LIST = Descriptor("java.util.LinkedList", 876323262645176354, OWN_DATA)
HASH_MAP = Descriptor(
    "java.util.HashMap", 362498820763181265, OWN_DATA, (Field("F", "loadFactor"), Field("I", "threshold"))
)
HASH_SET = Descriptor("java.util.HashSet", -5024744406713321676, OWN_DATA)
VECTOR = Descriptor(
    "java.util.Vector",
    -2767605614048989439,
    OWN_DATA,
    (Field("I", "capacityIncrement"), Field("I", "elementCount"), Field("[Ljava/lang/Object;", "elementData")),
)
STACK = Descriptor("java.util.Stack", 1224463164541339165, SERIALIZABLE, (), VECTOR)
UUID = Descriptor(
    "java.util.UUID", -4856846361193249489, SERIALIZABLE, (Field("J", "leastSigBits"), Field("J", "mostSigBits"))
)
DESCRIPTORS = {
    each.name: each
    for each in (NUMBER, INTEGER, BOOLEAN, ENUM, ARRAY_LIST, LINKED_LIST, HASH_MAP, HASH_SET, VECTOR, STACK, UUID)
}
LOAD_FACTOR = 0.75
SMALLEST_CAPACITY = 16
BITS = 64


def boxed(value: Value) -> Value:
    """A number or a truth value as an object, which is how collections hold it; everything else as it is."""
    if isinstance(value, bool):
        return Object(BOOLEAN, {"value": value})
    if isinstance(value, int):
        return Object(INTEGER, {"value": value})
    return value


def array_list(items: Iterable[Value]) -> Object:
    held = [boxed(item) for item in items]
    size = Block(struct.pack(">i", len(held)))
    return Object(ARRAY_LIST, {"size": len(held)}, {ARRAY_LIST.name: [size, *held]})


def hash_map(pairs: Iterable[tuple[Value, Value]]) -> Object:
    held = [boxed(each) for pair in pairs for each in pair]
    entries = len(held) // 2
    capacity = _capacity(entries)
    sizes = Block(struct.pack(">ii", capacity, entries))
    fields: dict[str, Value] = {"loadFactor": LOAD_FACTOR, "threshold": int(capacity * LOAD_FACTOR)}
    return Object(HASH_MAP, fields, {HASH_MAP.name: [sizes, *held]})


def hash_set(items: Iterable[Value]) -> Object:
    held = [boxed(item) for item in items]
    sizes = Block(struct.pack(">ifi", _capacity(len(held)), LOAD_FACTOR, len(held)))
    return Object(HASH_SET, {}, {HASH_SET.name: [sizes, *held]})


def stack(items: Iterable[Value]) -> Object:
    held = [boxed(item) for item in items]
    fields: dict[str, Value] = {
        "capacityIncrement": 0,
        "elementCount": len(held),
        "elementData": Array("[Ljava.lang.Object;", held),
    }
    return Object(STACK, fields, {VECTOR.name: []})


def from_uuid(value: uuid.UUID) -> Object:
    most, least = (half - (1 << BITS) if half >> (BITS - 1) else half for half in divmod(value.int, 1 << BITS))
    return Object(UUID, {"leastSigBits": least, "mostSigBits": most})


def _capacity(entries: int) -> int:
    capacity = SMALLEST_CAPACITY
    while capacity * LOAD_FACTOR < entries:
        capacity *= 2
    return capacity


def to_python(value: Value) -> object:
    """Boxed values, lists, sets, maps and UUIDs as Python's own, enum constants as their names; the rest as it is.

    A set is a list here: what is in it need not be hashable. A map with a key that is not hashable raises TypeError.
    """
    if isinstance(value, Constant):
        return value.constant
    if isinstance(value, Array):
        return [to_python(item) for item in value.items]
    if not isinstance(value, Object):
        return value
    if value.name in (INTEGER.name, BOOLEAN.name):
        return value.fields["value"]
    if value.name in (ARRAY_LIST.name, LINKED_LIST.name, HASH_SET.name):
        return [to_python(item) for item in _held(value)]
    if value.name == HASH_MAP.name:
        held = [to_python(item) for item in _held(value)]
        return dict(zip(held[::2], held[1::2], strict=False))
    if value.name == STACK.name:
        return [to_python(item) for item in _stacked(value.fields)]
    if value.name == UUID.name:
        return _uuid(value.fields)
    return value


def _held(value: Object) -> list[Value]:
    """What a collection holds: everything it wrote but the blocks, which have its sizes."""
    return [item for item in value.written.get(value.name, []) if not isinstance(item, Block)]


def _stacked(fields: Mapping[str, Value]) -> list[Value]:
    """The elements of a stack: its array has room for more."""
    data, count = fields["elementData"], fields["elementCount"]
    return data.items[:count] if isinstance(data, Array) and isinstance(count, int) and count > 0 else []


def _uuid(fields: Mapping[str, Value]) -> uuid.UUID:
    most, least = fields["mostSigBits"], fields["leastSigBits"]
    assert isinstance(most, int)
    assert isinstance(least, int)
    return uuid.UUID(int=(most % (1 << BITS) << BITS) | least % (1 << BITS))
