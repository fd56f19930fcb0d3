#!/usr/bin/env python3
"""One file that starts everything: python3 run.py --help

It keeps a virtual environment in .venv beside itself, with exactly the packages locked in requirements/*.txt, compiles
the rules where a C compiler is there, makes the page for browsers, and runs a command in it. It needs Python and
nothing else.
"""
# The version check is no use to a Python that cannot read this file: nothing in it may need newer syntax than 3.6.

import sys

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed, this is {}.{}.{}.".format(*sys.version_info[:3]))

import contextlib
import difflib
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sysconfig
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import ModuleType
from typing import IO

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "ludoteca.json"
OLD_VENV = ROOT / ".venv.old"
BUILD = ROOT / "build"
RULES = ROOT / "src" / "ludoteca" / "rules"
WEB = ROOT / "web"
PAGE = ROOT / "src" / "ludoteca" / "server" / "api" / "pages" / "built"

# Sets of packages, each locked in requirements/<name>.txt, in the order in which they build on each other.
GROUPS = {
    "play": "playing",
    "test": "tests and checks",
    "research": "environments for research",
    "docs": "the documentation",
    "fuzz": "fuzzing",
    "lock": "locking versions",
    "release": "making and trying packages",
    "page": "making the page",  # not into .venv, and only where there is no Node
}
ALONGSIDE = {"test": {"research"}}  # groups that come with another
COMPILING_FAILED = "there is a C compiler, but compiling failed"


class SetupError(Exception):
    """Set-up cannot go on. The text tells a person what is so and what to do."""


# --- what is there --------------------------------------------------------------------------------------------------


@dataclass
class Stamp:
    """What .venv is known to contain. An empty one is written before .venv is changed: so an interruption shows."""

    python: str = ""
    project: str = ""
    groups: dict[str, str] = field(default_factory=dict)
    rules: str = ""  # the sources for which compiling was tried
    obstacle: str = ""  # why they run interpreted

    @classmethod
    def read(cls) -> "Stamp":
        try:
            read = json.loads(STAMP.read_text())
            return cls(**{each.name: read[each.name] for each in fields(cls) if each.name in read})
        except (OSError, ValueError, TypeError):
            return cls()

    def write(self) -> None:
        partial = STAMP.with_suffix(".partial")
        partial.write_text(json.dumps(asdict(self), indent=1))
        partial.replace(STAMP)


def digest(*paths: Path) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def lock_file(group: str) -> Path:
    return ROOT / "requirements" / f"{group}.txt"


def load(name: str, file: Path) -> ModuleType:
    """A module by its path: it belongs to something that cannot be imported yet."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fingerprint() -> str:
    """Hash of what the compiled rules are made from; empty where there is nothing to compile."""
    module = load("_fingerprint", RULES / "_fingerprint.py")
    return str(module.fingerprint(RULES.parent)) if module.compiled_modules(RULES.parent) else ""


def built_from() -> str:
    """The fingerprint that the last build noted beside what it compiled."""
    try:
        return (RULES / "_built_from.py").read_text().split('"')[1]
    except (OSError, IndexError):
        return ""


def c_compiler() -> str:
    """The command of a C compiler that is there: the one asked for, the one that built Python, or any."""
    asked = os.environ.get("CC")
    for command in [asked] if asked else [sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]:
        if command and shutil.which(shlex.split(command)[0]):
            return str(command)
    return ""


def obstacle_to_compiling() -> str:
    """Why the rules cannot be compiled here, or nothing."""
    if os.environ.get("LUDOTECA_BUILD") == "never":
        return "LUDOTECA_BUILD is never"
    if os.name == "nt":  # only the build itself can find Microsoft's compiler
        return ""
    if not c_compiler():
        return "no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return f"no C headers of Python (on Debian and Ubuntu: sudo apt install {debian_package('dev')})"
    return ""


def debian_package(kind: str) -> str:
    return f"python{sys.version_info[0]}.{sys.version_info[1]}-{kind}"


# --- set-up ---------------------------------------------------------------------------------------------------------


def say(text: str, end: str = "\n") -> None:
    print(text, end=end, file=sys.stderr, flush=True)


@contextlib.contextmanager
def stage(title: str) -> Iterator[None]:
    """One line of progress: what is being done, and how long it took."""
    say(title, end=" ... ")
    begun = time.monotonic()
    outcome = "stopped"
    try:
        yield
        outcome = f"{time.monotonic() - begun:.0f} s"
    finally:
        say(outcome)


if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[str], wait: bool) -> None:
        while True:
            try:
                return msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except OSError:  # also LK_LOCK gives up, after ten seconds
                if not wait:
                    raise

else:
    import fcntl

    def lock(file: IO[str], wait: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Keeps a second run.py out of the set-up. Where nothing can be written there is nothing to keep it from."""
    try:
        file = (ROOT / ".venv.lock").open("w")
    except OSError:
        yield
        return
    with file:
        os.set_inheritable(file.fileno(), True)  # a step that outlives a killed run.py still keeps others out
        try:
            lock(file, wait=False)
        except OSError:
            say("Another run.py is setting up this folder; waiting for it.")
            lock(file, wait=True)
        yield


def step(command: list[str], log: str, **variables: str) -> None:
    """Runs one step of the set-up, its output in a file of build/ and shown only when it fails."""
    BUILD.mkdir(exist_ok=True)
    settings = {**os.environ, "PIP_USER": "0", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", **variables}
    with (BUILD / log).open("w+", encoding="utf-8", errors="replace") as output:
        code = subprocess.call(
            command,
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            close_fds=False,
        )
        if code:
            output.seek(0)
            said = output.read().strip()
            last_lines = "\n".join(said.splitlines()[-12:])
            raise SetupError(f"\n{last_lines}\n\n{advice(said)}\nThe whole output is in {BUILD / log}.")


def set_up(group: str) -> None:
    """Brings .venv up to date with the lock files, this group's included; costs next to nothing when it is."""
    needed = {"play", group} | ALONGSIDE.get(group, set())
    with alone():
        before = Stamp.read()
        wanted = Stamp(
            python=f"{sys.version} {sys.base_prefix} {ROOT}",
            project=digest(ROOT / "pyproject.toml", ROOT / "setup.py", RULES / "_fingerprint.py"),
            groups={each: digest(lock_file(each)) for each in GROUPS if each in needed | set(before.groups)},
        )
        try:
            stamp = install(before, wanted)
            if group in ("play", "test", "fuzz"):  # the others neither run the rules nor show the page
                compile_rules(stamp)
                make_page()
        except OSError as error:
            raise SetupError(f"{error}\n{advice(str(error))}") from error


def install(before: Stamp, wanted: Stamp) -> Stamp:
    """Adds to .venv what is missing; makes it anew where something in it is not what is wanted."""
    if not PYTHON.exists() or before.python != wanted.python or not before.groups.items() <= wanted.groups.items():
        create_environment()
        before = Stamp(python=wanted.python)
    wanted.rules, wanted.obstacle = before.rules, before.obstacle
    if before == wanted:
        return before
    Stamp().write()
    pip = [str(PYTHON), "-I", "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps"]
    try:
        for group in [group for group in wanted.groups if group not in before.groups]:
            packages = re.findall(r"^[\w.-]+==[^;\n]*$", lock_file(group).read_text(), re.MULTILINE)
            with stage(f"Installing {len(packages)} packages for {GROUPS[group]}"):
                step([*pip, "--require-hashes", "-r", str(lock_file(group))], "install.log")
        if before.project != wanted.project:
            with stage("Installing Ludoteca itself"):
                editable = ["--no-build-isolation", "--editable", str(ROOT)]
                step([*pip, *editable], "install.log", LUDOTECA_BUILD="never")
    except SetupError:
        before.write()  # pip takes back what it could not finish: all that was there before still is
        raise
    wanted.write()
    return wanted


def create_environment() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(advice("No module named ensurepip"))
    if VENV.exists() and not STAMP.exists():
        raise SetupError(f"{VENV} was not made by run.py. Move it away, then run the same command again.")
    with stage("Setting up .venv"):
        # Moved first: half a folder that is still called .venv could not be told from one of somebody else.
        shutil.rmtree(OLD_VENV, ignore_errors=True)
        if VENV.exists():
            VENV.rename(OLD_VENV)
            shutil.rmtree(OLD_VENV)
        VENV.mkdir()
        Stamp().write()
        # The Python that runs this may itself be the one in .venv.
        step([getattr(sys, "_base_executable", sys.executable), "-I", "-m", "venv", str(VENV)], "install.log")


def compile_rules(stamp: Stamp) -> None:
    """Compiles the rules unless that is done for these sources; goes on interpreted where it cannot be done."""
    sources, obstacle = fingerprint(), obstacle_to_compiling()
    required = os.environ.get("LUDOTECA_BUILD") == "require"
    if stamp.rules == f"{sources} {stamp.project}":
        done = not stamp.obstacle and built_from() == sources
        given_up = stamp.obstacle and stamp.obstacle in (obstacle, COMPILING_FAILED) and not required
        if done or given_up:
            return
    stamp.rules, stamp.obstacle = f"{sources} {stamp.project}", obstacle
    build = [str(PYTHON), "setup.py", "build_ext", "--inplace"]
    if obstacle or not sources:
        step(build, "compile.log", LUDOTECA_BUILD="never")  # puts away what was compiled earlier
    else:
        try:
            with stage("Compiling the rules" + ("" if (BUILD / "c").exists() else " (once, about a minute)")):
                step(build, "compile.log", LUDOTECA_BUILD="require", CC=c_compiler())
        except SetupError:
            if required:
                raise
            stamp.obstacle = COMPILING_FAILED
            say(f"What the compiler said is in {BUILD / 'compile.log'}; with LUDOTECA_BUILD=require it is tried again.")
    if stamp.obstacle:
        say(f"The rules run interpreted (slower, same games): {stamp.obstacle}.")
    stamp.write()


def make_page() -> None:
    """Makes the page unless the one that is there was made from these sources. Where that fails, the plain page is
    shown and the next start tries again."""
    if not (WEB / "build.py").exists():
        return
    sources = load("sources", WEB / "sources.py")
    if sources.noted(PAGE) == sources.fingerprint(WEB):
        return
    try:
        with stage("Making the page for browsers"):
            step([str(PYTHON), str(WEB / "build.py")], "page.log")
    except SetupError:
        if os.environ.get("LUDOTECA_PAGE") == "require":
            raise
        which = "the former" if (PAGE / "index.html").exists() else "the plain"
        say(f"The page is {which} one until that works: {BUILD / 'page.log'} tells why. The next start tries again.")


def advice(said: str) -> str:
    """What a person can do about a failed step, judged by what it said."""
    if shutil.disk_usage(ROOT).free < 16 * 2**20:
        said = "No space left"  # not even for the file in which it says so
    for signs, sentence in ADVICE.items():
        if re.search(signs, said, re.IGNORECASE):
            return sentence.format(root=ROOT, venv=debian_package("venv"))
    return "That should not have happened."


ADVICE = {
    "No module named '?ensurepip|ensurepip is not available": """\
This Python comes without the part that makes virtual environments. On Debian and Ubuntu

    sudo apt install {venv}

adds it; then run the same command again.""",
    "No space left|quota exceeded": """\
The disk is full. Make some room (300 MB are enough), then run the same command again.""",
    "Permission denied|Read-only file system|not permitted": """\
{root} cannot be written to. Copy the folder to a place of your own and run it there.""",
    "not match the hashes": """\
A package is not the one that was locked, so it was not installed. A proxy or a mirror may have changed it:
try another network, then run the same command again.""",
    "CERTIFICATE_VERIFY_FAILED": """\
The package index shows a certificate that this machine does not trust. Behind a company's proxy set PIP_CERT to the
file with its certificate, then run the same command again.""",
    "connection|timed out|name resolution|proxy|No matching distribution": """\
Packages could not be downloaded. Check the network connection or, behind a proxy, set HTTPS_PROXY; then run the same
command again: what was downloaded is kept.""",
}


# --- commands -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Command:
    program: str
    group: str
    summary: str
    arguments: str = ""


COMMANDS = {
    "play": Command("-m ludoteca play", "play", "a house on this machine, opened in the browser", "[...]"),
    "practice": Command("-m ludoteca practice", "play", "a game in this terminal; --help shows the choices", "[...]"),
    "serve": Command("-m ludoteca serve", "play", "a house for others too; --help shows the settings", "[...]"),
    "test": Command(
        "tasks.py test", "test", "all tests, in both forms of the rules; or pytest as you like it", "[...]"
    ),
    "check": Command("tasks.py check", "test", "lint, format, types, and that imports point inwards"),
    "bench": Command("-m bench", "test", "how fast everything is; --help shows the choices", "[...]"),
    "docs": Command(
        "tasks.py docs", "docs", "documentation; --serve shows it, --write renews what is made from the code", "[...]"
    ),
    "sanitize": Command("tasks.py sanitize", "test", "the compiled rules under the compiler's checks for overruns"),
    "shots": Command("-m tests.web.shots", "test", "pictures of every screen of the page, into a folder", "[FOLDER]"),
    "proofs": Command("-m tests.proofs", "test", "slow proofs; --help shows how far they can go", "[...]"),
    "fuzz": Command("-m tests.attacks.fuzz", "fuzz", "a parser fed with what no client would send; Linux", "[...]"),
    "release": Command("-m release", "release", "every package, made and tried, into dist; Linux", "[...]"),
    "lock": Command("tasks.py lock", "lock", "requirements/*.txt anew; or with the newest versions", "[--upgrade]"),
}

EXAMPLES = """\
examples:
  python3 run.py play
  python3 run.py test
  python3 run.py test tests/rules -k merge   what follows is passed on to pytest

The first start makes a virtual environment in .venv and takes a minute or two; the next ones start at once.
Delete .venv whenever you like: it is made again.

environment:
  LUDOTECA_INTERPRETED=1   run the rules as plain Python although they are compiled
  LUDOTECA_BUILD=never     do not compile the rules (require: fail where they cannot be compiled)
  LUDOTECA_PAGE=require    fail where the page cannot be made, and in tests where no browser is found
  LUDOTECA_NO_SKIPS=1      a test that is left out because something is missing here fails
"""


def help_text() -> str:
    lines = [f"  {name} {command.arguments}".ljust(20) + f" {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(["usage: python3 run.py COMMAND [ARGUMENTS]", "", *lines, "", EXAMPLES])


def python(*arguments: str, cwd: Path | None = ROOT, variables: Mapping[str, str] | None = None) -> int:
    """Runs the Python of .venv in the foreground. What Ctrl-C means is for the program to say: it is told, too.

    Who ends this process ends the program: it is told by nobody else.
    """
    told: list[int] = []
    running: list[subprocess.Popen[bytes]] = []

    def tell(number: int, _: object) -> None:
        told.append(number)
        if number == signal.SIGTERM and running:
            running[0].terminate()

    former = {number: signal.signal(number, tell) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        running.append(subprocess.Popen([str(PYTHON), *arguments], cwd=cwd, env={**os.environ, **(variables or {})}))
        if signal.SIGTERM in told:  # before there was anything to end
            running[0].terminate()
        code = running[0].wait()
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
    if signal.SIGINT in told and code:
        raise KeyboardInterrupt
    return code if code >= 0 else 128 - code


def main(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(help_text(), end="")
        return 0 if argv else 2
    name, arguments = argv[0], argv[1:]
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        say(f"There is no command {name}.{meant} python3 run.py --help lists them.")
        return 2
    command = COMMANDS[name]
    if arguments and not command.arguments:
        say(f"{name} takes no arguments.")
        return 2
    try:
        set_up(command.group)
        # A player's files are where the player is; everything else is about this folder.
        # Files there that happen to be called like a module of ours (-P) are not run.
        if name in ("play", "practice", "serve"):
            return python("-P", *command.program.split(), *arguments, cwd=None)
        return python(*command.program.split(), *arguments)
    except SetupError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
