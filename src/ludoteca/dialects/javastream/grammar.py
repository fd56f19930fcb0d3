"""The bytes of the grammar (section 6.4.2)."""

from __future__ import annotations

import struct

MAGIC = b"\xac\xed\x00\x05"  # STREAM_MAGIC and STREAM_VERSION

NULL = 0x70
REFERENCE = 0x71
CLASS_DESCRIPTOR = 0x72
OBJECT = 0x73
STRING = 0x74
ARRAY = 0x75
CLASS = 0x76
BLOCK = 0x77
END_BLOCK = 0x78
RESET = 0x79
LONG_BLOCK = 0x7A
EXCEPTION = 0x7B
LONG_STRING = 0x7C
PROXY_DESCRIPTOR = 0x7D
ENUM = 0x7E

FIRST_HANDLE = 0x7E0000

WRITE_METHOD = 0x01  # the class writes data of its own behind its fields
SERIALIZABLE = 0x02
ENUM_CLASS = 0x10

SMALLEST_LONG_STRING = 1 << 16  # bytes
LONGEST_SHORT_BLOCK = 255  # bytes

PRIMITIVES = {code: struct.Struct(">" + form) for code, form in zip("BCDFIJSZ", "bHdfiqh?", strict=True)}
REFERENCES = "L["
