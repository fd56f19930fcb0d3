"""Frames of a WebSocket as a server reads and writes them (RFC 6455), without a socket.

A library would do, but each message would pass through its queue and a coroutine, which costs more than all the rest of
reading it. Extensions and subprotocols are never agreed on, so there is little to a frame.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import hashlib
import struct
from collections.abc import Iterator

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL, OPCODE, RESERVED, MASKED, LENGTH = 0x80, 0x0F, 0x70, 0x80, 0x7F
WHOLE_TEXT = FINAL | TEXT  # the first byte of nearly every frame
LONGEST_CONTROL = 125  # bytes (RFC 6455, 5.5)
SHORT, MIDDLE = 126, 127  # lengths that say that the length follows in two, in eight bytes
HEAD_LENGTH, MASK_LENGTH, CODE_LENGTH = 2, 4, 2
MOST_FRAGMENTS = 64  # of a message: the largest one still arrives in pieces of 1 KB, and libraries cut larger ones
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455, 1.3

NORMAL, PROTOCOL_ERROR, UNSUPPORTED, NOT_UTF_8 = 1000, 1002, 1003, 1007
POLICY, TOO_LARGE, SERVICE_RESTART = 1008, 1009, 1012
# What a client may give as its reason to close (RFC 6455, 7.4): the codes that the standard defines for the wire, and
# those left to libraries (3000 on) and applications (4000 on). 1012 to 1014, registered later, are a server's.
CLOSE_CODES = frozenset((*range(1000, 1004), *range(1007, 1012), *range(3000, 5000)))
KEY_BYTES = 16
UTF_8 = codecs.getincrementaldecoder("utf-8")


class BadFrame(Exception):
    """What came is no WebSocket, or too large: the connection has to be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def accepted(key: str) -> str | None:
    """What the server answers to the key of a handshake; None when that is no key."""
    try:
        if len(base64.b64decode(key, validate=True)) != KEY_BYTES:
            return None
    except (binascii.Error, ValueError):
        return None
    return base64.b64encode(hashlib.sha1(key.encode() + GUID, usedforsecurity=False).digest()).decode()


def text(message: bytes) -> bytes:
    """A text frame of a server: final, not masked."""
    length = len(message)
    if length < SHORT:
        return b"\x81%c%b" % (length, message)
    if length < 1 << 16:
        return struct.pack("!BBH", FINAL | TEXT, SHORT, length) + message
    return struct.pack("!BBQ", FINAL | TEXT, MIDDLE, length) + message


def control(opcode: int, payload: bytes = b"") -> bytes:
    return bytes((FINAL | opcode, len(payload))) + payload


def close(code: int, reason: str = "") -> bytes:
    """The last frame. A reason that is too long is cut between two characters."""
    told = reason.encode()[: LONGEST_CONTROL - 2].decode(errors="ignore").encode()
    return control(CLOSE, struct.pack("!H", code) + told)


def unmasked(payload: bytes, mask: bytes) -> bytes:
    if mask == b"\0\0\0\0":
        return payload
    length = len(payload)
    stream = (mask * (length // MASK_LENGTH + 1))[:length]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(length, "big")


class FrameReader:
    """Bytes of a client in, whole messages and control frames out, each with its opcode.

    Messages are texts, which is to say UTF-8. At most one message and one frame are kept, and each byte is copied only
    so many times, however the stream is cut.
    """

    __slots__ = (
        "_begun",
        "_decoder",
        "_fragments",
        "_gathered",
        "_largest",
        "_over",
        "_room",
        "_start",
        "_unread",
        "_wanted",
    )

    def __init__(self, largest: int) -> None:
        self._largest = largest  # bytes of a message
        self._room = largest  # bytes by which the message under way may grow
        self._gathered: bytearray | None = None  # a message whose last fragment is not there yet
        self._fragments = 0  # of that message
        self._decoder: codecs.IncrementalDecoder | None = None  # of that message, once it is more than ASCII
        self._begun: bytearray | None = None  # a frame that is not whole
        self._wanted = 0  # bytes of it without which there is nothing to do
        self._unread = b""  # what the caller left for the next time, from `_start` on
        self._start = 0
        self._over = False

    def read(self, received: bytes = b"") -> Iterator[tuple[int, bytes]]:
        """One item for each frame that is whole by now: (TEXT, message), (PING, PONG or CLOSE, payload), and
        (CONTINUATION, b"") for a fragment that is not the last of its message, which costs the reader as much.

        The caller may stop at any item, and goes on after it with the next call. BadFrame and CLOSE end it for good.
        """
        if self._over:
            return
        start = 0
        if self._begun is not None:
            self._begun += received
            if len(self._begun) < self._wanted:
                return
            received = bytes(self._begun)
            self._begun = None
        elif self._unread:
            if received:
                received = self._unread[self._start :] + received
            else:
                received, start = self._unread, self._start
        self._unread = received
        end = len(received)
        while True:
            until = start + HEAD_LENGTH
            if end < until:
                break
            first, second = received[start], received[start + 1]
            length = second & LENGTH
            if first != WHOLE_TEXT or second < MASKED or self._gathered is not None:
                self._check_head(first, second)
            if length >= SHORT:
                until += 2 if length == SHORT else 8
                if end < until:
                    break
                length = self._check_length(length, int.from_bytes(received[start + HEAD_LENGTH : until], "big"))
            if length > self._room and first & OPCODE < CLOSE:
                raise self._failure(TOO_LARGE, f"messages have at most {self._largest} bytes")
            body = until + MASK_LENGTH
            until = body + length
            if end < until:
                break
            payload = unmasked(received[body:until], received[body - MASK_LENGTH : body])
            self._start = start = until
            if first == WHOLE_TEXT:
                if not payload.isascii():
                    self._check_text(payload)
                yield TEXT, payload
            elif first & OPCODE < CLOSE:
                yield self._gather(payload, last=bool(first & FINAL))
            elif first & OPCODE > CLOSE:
                yield first & OPCODE, payload
            else:
                self._check_close(payload)
                self.end()
                yield CLOSE, payload
                return
        self._unread = b""
        if start < end:
            self._begun = bytearray(received[start:])
            self._wanted = until - start

    def keep(self, received: bytes) -> None:
        """Leave it for the next `read`."""
        if self._begun is not None:
            self._begun += received
        elif not self._over:
            self._unread = self._unread[self._start :] + received
            self._start = 0

    def end(self) -> None:
        """Nothing more is read, and nothing is kept."""
        self._over = True
        self._unread = b""
        self._begun = self._gathered = self._decoder = None

    def _failure(self, code: int, reason: str) -> BadFrame:
        self.end()
        return BadFrame(code, reason)

    def _check_head(self, first: int, second: int) -> None:
        """The first two bytes of a frame (RFC 6455, 5.2), which is known to be no whole text otherwise."""
        opcode = first & OPCODE
        if first & RESERVED:
            raise self._failure(PROTOCOL_ERROR, "no extension was agreed on")
        if not second & MASKED:
            raise self._failure(PROTOCOL_ERROR, "frames of a client are masked")
        if opcode > PONG or BINARY < opcode < CLOSE:
            raise self._failure(PROTOCOL_ERROR, "unknown opcode")
        if opcode >= CLOSE:
            if not first & FINAL or second & LENGTH > LONGEST_CONTROL:
                raise self._failure(PROTOCOL_ERROR, "control frames are short and whole")
            return
        if (opcode == CONTINUATION) != (self._gathered is not None):
            reason = "a message begins before the last one ended, or goes on before it began"
            raise self._failure(PROTOCOL_ERROR, reason)
        if opcode == BINARY:
            raise self._failure(UNSUPPORTED, "messages are JSON: send text, not binary")
        if opcode == CONTINUATION and self._fragments >= MOST_FRAGMENTS:
            raise self._failure(POLICY, f"messages have at most {MOST_FRAGMENTS} fragments")

    def _check_length(self, kind: int, length: int) -> int:
        """A length that follows the head: as short as can be, and below 2 ** 63 (RFC 6455, 5.2)."""
        if length < (SHORT if kind == SHORT else 1 << 16) or length >> 63:
            raise self._failure(PROTOCOL_ERROR, "that is no way to write a length")
        return length

    def _check_text(self, text: bytes) -> None:
        try:
            text.decode()
        except UnicodeDecodeError:
            raise self._failure(NOT_UTF_8, "texts are UTF-8") from None

    def _check_close(self, payload: bytes) -> None:
        """Nothing, or a code and perhaps a reason (RFC 6455, 5.5.1)."""
        if payload and int.from_bytes(payload[:CODE_LENGTH], "big") not in CLOSE_CODES:
            raise self._failure(PROTOCOL_ERROR, "that is no code to close with")
        self._check_text(payload[CODE_LENGTH:])

    def _gather(self, payload: bytes, last: bool) -> tuple[int, bytes]:
        """What there is to tell after a fragment. A character may go on in the next one."""
        if self._gathered is None:
            self._gathered = bytearray()
            self._fragments = 0
        if self._decoder is None and not payload.isascii():
            self._decoder = UTF_8()
        if self._decoder is not None:
            try:
                self._decoder.decode(payload, last)
            except UnicodeDecodeError:
                raise self._failure(NOT_UTF_8, "texts are UTF-8") from None
        self._gathered += payload
        self._fragments += 1
        self._room -= len(payload)
        if not last:
            return CONTINUATION, b""
        message = bytes(self._gathered)
        self._gathered = self._decoder = None
        self._room = self._largest
        return TEXT, message
