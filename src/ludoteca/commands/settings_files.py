"""Settings of a server out of four sources: options before the environment, that before a TOML file, that before
defaults. A mistake is told with its source, the setting and what is allowed.
"""

from __future__ import annotations

import argparse
import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.server.settings import Dialects, Limits, Originals, Settings

from . import paths
from .output import CommandError
from .settings_known import NEVER_PRINTED, PREFIX, SETTINGS, NotAllowed, Setting

CONFIG = PREFIX + "CONFIG"
# What other parts of Ludoteca read.
OTHER_VARIABLES = (CONFIG, *(PREFIX + name for name in ("ABI", "BUILD", "INTERPRETED", "NO_SKIPS", "PAGE", "SANITIZE")))
SECTIONS: dict[str, type[msgspec.Struct]] = {"limits": Limits, "dialects": Dialects, "originals": Originals}
INSIDE = {"limits": "what is limited", "dialects": "where each is spoken", "originals": "where each is spoken"}
LONGEST_QUOTE = 60

FLAGS = {setting.flag: setting for setting in SETTINGS.values()}
VARIABLES = {setting.variable: setting for setting in SETTINGS.values()}


class WrongSettings(Exception):
    """A sentence for each mistake."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = list(sentences)
        super().__init__(" ".join(self.sentences))


@dataclass(frozen=True)
class Said:
    """What a source says of a setting, which it may call by another name."""

    setting: Setting
    value: Any
    source: str
    called: str

    @property
    def place(self) -> str:
        return f"{self.source}, {self.called}"

    @property
    def mistake(self) -> str:
        if self.setting.name in NEVER_PRINTED:
            return f"{self.place}: that cannot be used. Allowed: {self.setting.allowed}."
        quoted = repr(self.value)
        shown = quoted if len(quoted) <= LONGEST_QUOTE else f"{quoted[:LONGEST_QUOTE]}..."
        return f"{self.place}: {shown} cannot be used. Allowed: {self.setting.allowed}."


@dataclass(frozen=True)
class Chosen:
    """`said` has the settings that are not left at their defaults."""

    settings: Settings
    said: dict[str, Said]


def choose(arguments: argparse.Namespace, environment: Mapping[str, str]) -> Chosen:
    """The settings of a server; WrongSettings tells everything that is wrong with them."""
    reading = Reading()
    file = arguments.config or environment.get(CONFIG)
    if file:
        reading.file(Path(file))
    reading.environment(environment)
    reading.options(arguments)
    return reading.chosen()


class Reading:
    """Reads one source after the other; what comes later counts. Values that do not count need not be right."""

    def __init__(self) -> None:
        self._said: dict[str, Said] = {}
        self._wrong: list[str] = []

    def file(self, path: Path) -> None:
        source = str(path)
        for name, value in flat(read(path)).items():
            setting = SETTINGS.get(name)
            if name in SECTIONS:
                self._wrong.append(f"{source}, {name}: this is a section. Write [{name}], and below it {INSIDE[name]}.")
            elif setting is None:
                self._wrong.append(f"{source}, {name}: {unknown(name, SETTINGS)}")
            else:
                self._say(Said(setting, beside(path, setting, value), source, name))

    def environment(self, environment: Mapping[str, str]) -> None:
        """A variable that is empty says nothing."""
        for variable, value in environment.items():
            if not variable.startswith(PREFIX) or variable in OTHER_VARIABLES or not value:
                continue
            setting = VARIABLES.get(variable)
            if setting is None:
                self._wrong.append(f"Environment, {variable}: {unknown(variable, VARIABLES, PREFIX)}")
            else:
                self._say(Said(setting, value, "Environment", variable))

    def options(self, arguments: argparse.Namespace) -> None:
        for flag, setting in FLAGS.items():
            value = getattr(arguments, setting.name)
            if value is not None:
                self._say(Said(setting, value, "Command line", flag))

    def _say(self, said: Said) -> None:
        self._said[said.setting.name] = said

    def chosen(self) -> Chosen:
        values: dict[str, Any] = {}
        for name, said in self._said.items():
            try:
                values[name] = said.setting.check(said.value)
            except NotAllowed:
                self._wrong.append(said.mistake)
        self._contradict(values)
        if self._wrong:
            raise WrongSettings(self._wrong)
        if "data" not in values:
            values["data"] = paths.data_folder(None)
        found = {name: value for name, value in values.items() if "." not in name}
        for section, kind in SECTIONS.items():
            start = f"{section}."
            inside = {name.removeprefix(start): value for name, value in values.items() if name.startswith(start)}
            found[section] = kind(**inside)
        return Chosen(Settings(**found), self._said)

    def _contradict(self, values: Mapping[str, Any]) -> None:
        """What is wrong although each setting for itself is right."""
        if "key" in values and "certificate" not in self._said:
            self._wrong.append(f"{self._said['key'].place}: a key needs its certificate. Name it in certificate.")
        if values.get("bots") == "elsewhere" and "store" not in self._said:
            place = self._said["bots"].place
            self._wrong.append(f"{place}: bots can think elsewhere only in a house that is shared. Name its store.")


def read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))  # some editors begin with a byte order mark
    except FileNotFoundError:
        raise CommandError(f"There is no file {path}. Write your settings there, or leave --config out.") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not a text in UTF-8: save it as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise CommandError(f"{path} is not TOML: {error}.") from error


def flat(table: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a section by their whole names."""
    values: dict[str, Any] = {}
    for name, value in table.items():
        if name in SECTIONS and isinstance(value, Mapping):
            values |= {f"{name}.{inner}": found for inner, found in value.items()}
        else:
            values[name] = value
    return values


def beside(file: Path, setting: Setting, value: Any) -> Any:
    """A path in a file starts from the folder of that file."""
    if setting.kind is not Path or not isinstance(value, str) or value.startswith("~"):
        return value
    return str(file.parent / value) if value else value


def unknown(name: str, known: Iterable[str], prefix: str = "") -> str:
    """What is said of a name that is none, with the one that was probably meant. What all begin with does not count."""
    ends = [each.removeprefix(prefix) for each in known]
    end = name.removeprefix(prefix)
    near = [each for each in ends if each.endswith(f".{end}")] or difflib.get_close_matches(end, ends, 1)
    meant = f"Did you mean {prefix}{near[0]}?" if near else "All settings: ludoteca serve --help"
    return f"there is no such setting. {meant}"
