"""A person at a terminal, or a program in his place, and a server far away: what comes and what is typed, in order."""

from __future__ import annotations

import asyncio
import codecs
import os
import socket
import ssl
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator

from ludoteca.dialects.contract import Dialect
from ludoteca.terminal.dialogue import QUIT, Dialogue, wrapped

from .cards import complain, legible
from .output import FOUND_WRONG, GOOD, INTERRUPTED, CommandError

CONNECTING = 10.0  # seconds
PIECE = 1 << 16  # bytes that are read at once
LONGEST_LINE = 4096  # signs of a line that somebody types: more is cut off
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
PROMPT = "> "
COME_BACK = "The seat is kept for a while: the same command with the same name brings you back."


class Voice:
    """Lines to standard output. Whatever a server may send is made harmless for a terminal."""

    def __init__(self, colours: bool) -> None:
        self._colours = colours
        self._prompted = False  # the line with the prompt has no end yet

    @classmethod
    def of_terminal(cls) -> Voice:
        """With colours where a person may see them and has not said no (no-color.org)."""
        return cls(sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")

    def __call__(self, line: str, question: bool = False) -> None:
        start = "\n" if self._prompted else ""
        self._prompted = False
        shown = legible(line)
        print(f"{start}{BOLD}{shown}{PLAIN}" if question and self._colours else f"{start}{shown}", flush=True)

    def prompt(self) -> None:
        """For a person; a program that reads along can do without."""
        if not self._prompted:
            print(PROMPT, end="", flush=True)
            self._prompted = True

    def entered(self) -> None:
        """Somebody has typed a line, and with it ended the line of the prompt."""
        self._prompted = False


class Typed:
    """Lines of standard input, read in a thread: terminals, pipes and files are all read alike.

    A person who types while nothing is asked is told so at once; what a file or a program says waits for its question.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self.lines: deque[str] = deque()
        self.ended = False
        self.from_person = sys.stdin is not None and sys.stdin.isatty()
        self._changed = changed
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        if sys.stdin is None:  # closed when this program was started
            self.ended = True
            self._changed()
        else:
            # It may wait for a key for ever, so it must not keep the program from ending.
            threading.Thread(target=self._read, args=(sys.stdin.fileno(),), daemon=True).start()

    def _read(self, file: int) -> None:
        """Without the buffer of `sys.stdin`, whose lock a waiting thread would take with it."""
        for line in lines_of(file):
            if not self._tell(line):
                return
        self._tell(None)

    def _tell(self, line: str | None) -> bool:
        try:
            self._loop.call_soon_threadsafe(self._add, line)
        except RuntimeError:  # the loop has ended meanwhile
            return False
        return True

    def _add(self, line: str | None) -> None:
        if line is None:
            self.ended = True
        else:
            self.lines.append(line)
        self._changed()


def lines_of(file: int) -> Iterator[str]:
    """A byte that is no text becomes a sign that no question has among its choices."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    while piece := os.read(file, PIECE):
        *lines, rest = (rest + decoder.decode(piece)).split("\n")
        yield from (line[:LONGEST_LINE] for line in lines)
        rest = rest[:LONGEST_LINE]
    if rest:
        yield rest


class Session:
    """One connection from its beginning to its end."""

    def __init__(
        self,
        dialogue: Dialogue,
        voice: Voice,
        dialect: Dialect,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self._dialogue = dialogue
        self._voice = voice
        self._dialect = dialect
        self._reader = reader
        self._writer = writer
        self._came: deque[bytes] = deque()  # from the server; an empty one is the end
        self._silent = False  # for so long that the connection counts as lost
        self._changed = asyncio.Event()
        self._typed = Typed(self._changed.set)

    async def run(self) -> int:
        listening = asyncio.create_task(self._listen())
        self._typed.start()
        try:
            self._send(self._dialogue.begin())
            return await self._go_on()
        finally:
            listening.cancel()

    async def _listen(self) -> None:
        while not self._came or self._came[-1]:
            try:
                async with asyncio.timeout(self._dialect.silence) as patience:
                    self._came.append(await self._reader.read(PIECE))
            except OSError:  # TimeoutError is one of them
                self._silent = patience.expired()
                self._came.append(b"")
            self._changed.set()

    async def _go_on(self) -> int:
        dialogue, typed = self._dialogue, self._typed
        while True:
            self._changed.clear()
            while self._came:
                piece = self._came.popleft()
                if not piece:
                    return self._ended()
                self._hear(piece)
            if typed.lines and self._is_turn_of(typed.lines[0]):
                line = typed.lines.popleft()
                if typed.from_person:
                    self._voice.entered()
                if line.strip().lower() == QUIT:
                    return self._leave("You leave.")
                self._send(dialogue.typed(line))
                continue
            if typed.ended and not typed.lines and (dialogue.waited_for or dialogue.over):
                return self._leave("There is nothing more to read answers from.")
            if typed.from_person and dialogue.asked:
                self._voice.prompt()
            await self._changed.wait()

    def _is_turn_of(self, line: str) -> bool:
        """What a person types is looked at once; what is read from elsewhere waits for a question that it answers."""
        dialogue = self._dialogue
        if self._typed.from_person or dialogue.over or dialogue.waited_for:
            return True
        return dialogue.asked and dialogue.fits(line)

    def _hear(self, piece: bytes) -> None:
        try:
            self._send(self._dialogue.heard(piece))
        except ValueError as error:
            sentence = (
                f"What the server says is not {self._dialect.name}. Check the port; with a certificate add --tls."
            )
            raise CommandError(sentence) from error

    def _send(self, lines: bytes) -> None:
        if lines:
            self._writer.write(lines)

    def _leave(self, why: str) -> int:
        for line in wrapped(why if self._dialogue.over else f"{why} {COME_BACK}"):
            self._voice(line)
        return GOOD

    def _ended(self) -> int:
        if self._dialogue.over:
            return GOOD
        why = "The server has ended the connection."
        if self._silent:
            why = f"The server has said nothing for {self._dialect.silence:g} s: the connection counts as lost."
        complain(f"{why} {COME_BACK}")
        return FOUND_WRONG


async def converse(
    dialogue: Dialogue, voice: Voice, dialect: Dialect, host: str, port: int, security: ssl.SSLContext | None
) -> int:
    """Until somebody has enough; the exit code."""
    where = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        async with asyncio.timeout(CONNECTING):
            reader, writer = await asyncio.open_connection(host, port, ssl=security)
    except (OSError, TimeoutError) as error:
        raise CommandError(why_not(error, where)) from error
    try:
        return await Session(dialogue, voice, dialect, reader, writer).run()
    except asyncio.CancelledError:  # Ctrl-C
        for line in wrapped(f"You leave. {COME_BACK}"):
            voice(line)
        return INTERRUPTED
    finally:
        writer.close()


def why_not(error: OSError, where: str) -> str:
    """Why a server could not be reached, and what to do."""
    match error:
        case ssl.SSLCertVerificationError():
            return f"The certificate of {where} is not believed. If it is yours, name its file with --certificate."
        case ssl.SSLError():
            return f"{where} does not speak TLS. Leave --tls out."
        case socket.gaierror():
            return f"There is no host {where.rpartition(':')[0]}. Check the address after --connect."
        case ConnectionRefusedError() | TimeoutError():
            sentence = "Check the address, and whether it is running: ludoteca serve says which dialect is where."
            return f"No server answers at {where}. {sentence}"
    return f"{where} cannot be reached: {error.strerror or error}. Check the address after --connect."
