"""Java's object serialisation, as far as the programs behind the documents need it: bytes in, values out, and back.

`Reader` takes bytes as they come and gives whole values; `encode` writes one value. Neither does any input or output,
and nothing of a stream is ever executed: an object is a class name and its fields. A `ClassList` says which classes
are known; a stream that names any other, or describes a known one differently, is refused. Everything that a stream
makes the reader keep is bounded (`Limits`).

The grammar is that of the Java Object Serialization Specification, chapter 6, stream version 5.
"""

from .classes import ClassList, InvalidClassList
from .reader import Limits, NeedData, Reader, StreamRefused
from .values import Array, Block, Constant, Object, Value
from .writer import HEADER, encode

__all__ = [
    "HEADER",
    "Array",
    "Block",
    "ClassList",
    "Constant",
    "InvalidClassList",
    "Limits",
    "NeedData",
    "Object",
    "Reader",
    "StreamRefused",
    "Value",
    "encode",
]
