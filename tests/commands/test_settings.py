"""Settings of a server: four sources, one order, and mistakes that are told."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca import cli
from ludoteca.commands.settings_files import CONFIG, OTHER_VARIABLES, WrongSettings, choose
from ludoteca.commands.settings_known import DIALECTS, GROUPS, SETTINGS, Setting
from ludoteca.dialects import catalogue
from ludoteca.server.settings import SILENT, Dialects, Limits, Originals, Settings

from .open_house import row
from .stores import Desk

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _no_settings_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in (CONFIG, *(setting.variable for setting in SETTINGS.values())):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)


def typed(*arguments: str) -> argparse.Namespace:
    return cli.command_line().parse_args(["serve", *arguments])


def settings(*arguments: str, **environment: str) -> Settings:
    return choose(typed(*arguments), environment).settings


def mistakes(*arguments: str, **environment: str) -> list[str]:
    with pytest.raises(WrongSettings) as wrong:
        choose(typed(*arguments), environment)
    return wrong.value.sentences


def written(folder: Path, text: str) -> str:
    file = folder / "house.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


# ---------------------------------------------------------------- nothing is forgotten


def names(struct: type[msgspec.Struct], section: str = "") -> Iterator[str]:
    for field in msgspec.structs.fields(struct):
        if field.type in (Dialects, Limits, Originals):
            yield from names(field.type, f"{field.name}.")
        else:
            yield section + field.name


def test_every_setting_of_a_server_is_known_and_has_words() -> None:
    assert list(SETTINGS) == list(names(Settings))
    assert {name for group in GROUPS.values() for name in group} == set(SETTINGS)
    assert all(setting.words and setting.allowed for setting in SETTINGS.values())


EXAMPLES: dict[str, tuple[str, Any]] = {
    "data": ("/srv/house", Path("/srv/house")),
    "store": ("postgresql://ludoteca@db.example/house", "postgresql://ludoteca@db.example/house"),
    "node": ("upstairs", "upstairs"),
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("0", 0),
    "name": ("At Anna's", "At Anna's"),
    "certificate": ("/etc/house.pem", Path("/etc/house.pem")),
    "origins": (
        "https://a.example, http://b.example:8080,http://[::1]",
        ["https://a.example", "http://b.example:8080", "http://[::1]"],
    ),
    "public": ("https://a.example:8443, b.example", ["https://a.example:8443", "b.example"]),
    "proxies": ("10.0.0.0/8,::1", ["10.0.0.0/8", "::1"]),
    "operator_key": ("0123456789abcdef", "0123456789abcdef"),
    "password_file": ("/etc/house.password", Path("/etc/house.password")),
    "by_invitation": ("true", True),
    "bot_pace": ("0", 0.0),
    "bots": ("here", "here"),
    "bot_processes": ("3", 3),
    "forget_after_days": ("90", 90),
    "bare_names": ("true", True),
    "log": ("json", "json"),
    **{f"dialects.{name}": ("9000", 9000) for name in DIALECTS},
    **{f"originals.{name}": ("9000", 9000) for name in Originals.__struct_fields__},
    "limits.message": ("1000", 1000),
    "limits.replay": ("1000", 1000),
    "limits.rate": ("0.5", 0.5),
    "limits.burst": ("20", 20.0),
    "limits.burst_per_address": ("20", 20.0),
    "limits.work": ("0.1", 0.1),
    "limits.work_per_address": ("0.5", 0.5),
    "limits.connections": ("5", 5),
    "limits.connections_per_address": ("5", 5),
    "limits.tables_per_address": ("5", 5),
    "limits.handshake": ("2.5", 2.5),
    "limits.idle": ("5", 5.0),
    "limits.buffer": ("5", 5),
    "limits.unread_per_address": ("5", 5),
    "limits.seatless": ("5", 5.0),
}


def value_of(found: Settings, name: str) -> Any:
    value: Any = found
    for part in name.split("."):
        value = getattr(value, part)
    return value


def test_every_setting_but_one_has_an_example() -> None:
    assert set(SETTINGS) - set(EXAMPLES) == {"key"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_setting_can_be_an_option_or_a_variable_or_in_a_file(tmp_path: Path, name: str) -> None:
    said, value = EXAMPLES[name]
    setting = SETTINGS[name]
    assert value_of(settings(setting.flag, said), name) == value
    assert value_of(settings(**{setting.variable: said}), name) == value
    plain = str(value) if isinstance(value, Path) else value
    section, _, last = name.rpartition(".")
    quoted = msgspec.json.encode(plain).decode()
    file = written(tmp_path, f"{f'[{section}]' if section else ''}\n{last} = {quoted}\n")
    assert value_of(settings("--config", file), name) == value


def test_the_dialects_are_those_of_the_catalogue() -> None:
    assert {name: port for name, (_, port) in DIALECTS.items()} == {
        name: dialect.port for name, dialect in catalogue.DIALECTS.items()
    }
    assert list(Dialects.__struct_fields__) == list(catalogue.DIALECTS)
    assert set(msgspec.structs.astuple(SILENT)) == {"off"}


def test_a_dialect_can_be_moved_or_left_out(tmp_path: Path) -> None:
    file = written(tmp_path, '[dialects]\ngroup31 = "off"\npsp24 = 9000\n')
    found = settings("--config", file, "--dialect-am24", "off", LUDOTECA_DIALECTS_AM28="0").dialects
    assert found == Dialects(group31="off", psp24=9000, am24="off", am28=0)
    assert mistakes("--dialect-psp38", "no") == [
        "Command line, --dialect-psp38: 'no' cannot be used. Allowed: a whole number from 0 to 65535, or off.",
    ]


def test_a_key_comes_with_its_certificate() -> None:
    found = settings("--certificate", "c.pem", LUDOTECA_KEY="k.pem")
    assert (found.certificate, found.key) == (Path("c.pem"), Path("k.pem"))
    assert mistakes("--key", "k.pem") == [
        "Command line, --key: a key needs its certificate. Name it in certificate.",
    ]


def test_bots_can_think_elsewhere_only_where_others_can_reach_the_house() -> None:
    assert settings("--bots", "elsewhere", "--store", "postgresql://db.example/house").bots == "elsewhere"
    assert mistakes("--bots", "elsewhere") == [
        "Command line, --bots: bots can think elsewhere only in a house that is shared. Name its store.",
    ]
    assert mistakes("--bots", "nowhere", "--store", "postgresql://db.example/house") == [
        "Command line, --bots: 'nowhere' cannot be used. Allowed: here or elsewhere.",
    ]


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=lambda setting: setting.name)
def test_every_setting_is_in_the_documents(setting: Setting) -> None:
    flag, variable, default, allowed, words = row(PAGE, setting.name)
    assert (flag, variable) == (f"`{setting.flag}`", f"`{setting.variable}`")
    assert allowed == setting.allowed
    assert words
    if setting.default is not None:
        assert default == f"`{setting.default}`"


def test_nothing_else_is_in_the_documents() -> None:
    assert set(re.findall(r"^\| `([\w.]+)` \| `--", PAGE, re.MULTILINE)) == set(SETTINGS)


def test_the_file_in_the_documents_can_be_used(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    found = settings("--config", written(tmp_path, example))
    assert found.limits != Limits()


# ---------------------------------------------------------------- the order


def test_without_anything_the_defaults_hold(tmp_path: Path) -> None:
    assert settings() == Settings(tmp_path / "home" / ".local" / "share" / "ludoteca")


def test_options_before_the_environment_before_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 1\nname = 'file'\nbot_pace = 0.1\n[limits]\nrate = 1\nidle = 1\n")
    found = choose(
        typed("--config", file, "--port", "3", "--limit-rate", "3"),
        {"LUDOTECA_PORT": "2", "LUDOTECA_NAME": "environment", "LUDOTECA_LIMITS_RATE": "2"},
    )
    chosen = found.settings
    assert (chosen.port, chosen.limits.rate) == (3, 3)
    assert chosen.name == "environment"
    assert (chosen.bot_pace, chosen.limits.idle) == (0.1, 1)
    assert chosen.limits.burst == Limits().burst
    assert found.said["port"].place == "Command line, --port"
    assert found.said["name"].place == "Environment, LUDOTECA_NAME"
    assert found.said["limits.idle"].place == f"{file}, limits.idle"


def test_only_what_counts_has_to_be_right() -> None:
    assert settings("--port", "80", LUDOTECA_PORT="tcp://10.0.0.1:8080").port == 80


def test_the_folder_has_the_same_order(tmp_path: Path) -> None:
    file = written(tmp_path, "data = '/file'")
    assert settings("--config", file).data == Path("/file")
    assert settings("--config", file, LUDOTECA_DATA="/variable").data == Path("/variable")
    assert settings("--config", file, "--data", "/option", LUDOTECA_DATA="/variable").data == Path("/option")


def test_a_variable_can_name_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 1")
    assert settings(LUDOTECA_CONFIG=file).port == 1
    assert settings(LUDOTECA_CONFIG="").port == Settings(Path()).port


def test_an_empty_variable_says_nothing() -> None:
    assert settings(LUDOTECA_PORT="", LUDOTECA_OPERATOR_KEY="").port == 8080


def test_paths_in_a_file_start_from_its_folder(tmp_path: Path) -> None:
    file = written(tmp_path, "data = 'house'\ncertificate = '../c.pem'\nkey = '~/k.pem'")
    found = settings("--config", file)
    assert found.data == tmp_path / "house"
    assert found.certificate == tmp_path / "../c.pem"
    assert found.key == tmp_path / "home" / "k.pem"


def test_variables_of_other_parts_are_left_alone() -> None:
    assert settings(**dict.fromkeys(OTHER_VARIABLES[1:], "1"), PATH="/bin") == settings()


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("--port", "65536", "a whole number from 0 to 65535"),
        ("--port", "-1", "a whole number from 0 to 65535"),
        ("--port", "http", "a whole number from 0 to 65535"),
        ("--port", "", "a whole number from 0 to 65535"),
        ("--name", "x" * 61, "at most 60 characters"),
        ("--host", "", "an address of this machine, or a name of it"),
        ("--data", "", "a path"),
        ("--certificate", "~nobody-of-that-name/c.pem", "a path"),
        ("--log", "xml", "lines or json"),
        ("--bot-pace", "-0.1", "a number from 0 on"),
        ("--bot-pace", "inf", "a number from 0 on"),
        ("--limit-rate", "0", "a number above 0"),
        ("--limit-rate", "nan", "a number above 0"),
        ("--limit-message", "0", "a whole number from 1 on"),
        ("--limit-message", "9" * 5000, "a whole number from 1 on"),
        ("--forget-after-days", "0", "a whole number from 1 on"),
        ("--proxies", "10.0.0.0/8,proxy", "networks like 10.0.0.0/8 or addresses like 192.0.2.7"),
        *(
            (
                "--public",
                wrong,
                "names like play.example.org, or addresses like https://play.example.org with nothing after them",
            )
            for wrong in ("a.example/x", "a.example:80", "https://a.example/", "ftp://a.example", "a b", "https://")
        ),
        *(
            ("--origins", origin, "addresses like https://example.org, with nothing after them")
            for origin in (
                "example.org",
                "https://example.org/",
                "https://example.org/page",
                "https://Example.org",
                "https://example.org:443",
                "https://me@example.org",
                "https://",
                "https://[::1",
                "ftp://example.org",
                "null",
                "*",
            )
        ),
    ],
)
def test_what_is_not_allowed(option: str, value: str, allowed: str) -> None:
    (said,) = mistakes(f"{option}={value}")
    assert said.startswith(f"Command line, {option}: ")
    assert said.endswith(f" cannot be used. Allowed: {allowed}.")
    assert len(said) < 250


@pytest.mark.parametrize("key", ["short", "x" * 201, "a key with some spaces", "schlüsselschlüssel", "x" * 20 + "\n"])
def test_a_key_that_is_refused_is_not_repeated(key: str) -> None:
    (said,) = mistakes(LUDOTECA_OPERATOR_KEY=key)
    assert said == (
        "Environment, LUDOTECA_OPERATOR_KEY: that cannot be used. "
        "Allowed: 16 to 200 letters, digits and signs, without spaces."
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("port = '8080x'", "port: '8080x' cannot be used. Allowed: a whole number from 0 to 65535."),
        ("port = true", "port: True cannot be used. Allowed: a whole number from 0 to 65535."),
        ("host = 5", "host: 5 cannot be used. Allowed: an address of this machine, or a name of it."),
        ("data = 5", "data: 5 cannot be used. Allowed: a path."),
        (
            "proxies = [5]",
            "proxies: [5] cannot be used. Allowed: networks like 10.0.0.0/8 or addresses like 192.0.2.7.",
        ),
        ("bot_pace = inf", "bot_pace: inf cannot be used. Allowed: a number from 0 on."),
        ("prot = 1", "prot: there is no such setting. Did you mean port?"),
        ("rate = 1", "rate: there is no such setting. Did you mean limits.rate?"),
        ("bot-pace = 1", "bot-pace: there is no such setting. Did you mean bot_pace?"),
        ("xyzzy = 1", "xyzzy: there is no such setting. All settings: ludoteca serve --help"),
        ("limits = 1", "limits: this is a section. Write [limits], and below it what is limited."),
        ("[limits]\nidel = 1", "limits.idel: there is no such setting. Did you mean limits.idle?"),
        ("[limits]\nidle = {a = 1}", "limits.idle: {'a': 1} cannot be used. Allowed: a number above 0."),
        ("[limits]\nburst = 19", "limits.burst: 19 cannot be used. Allowed: a number from 20 on."),
    ],
)
def test_mistakes_in_a_file(tmp_path: Path, line: str, said: str) -> None:
    file = written(tmp_path, line)
    assert mistakes("--config", file) == [f"{file}, {said}"]


def test_a_path_that_no_system_takes(tmp_path: Path) -> None:
    (said,) = mistakes("--config", written(tmp_path, 'data = "a\\u0000b"'))
    assert said.endswith(" cannot be used. Allowed: a path.")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--prot=80", "unrecognized arguments: --prot=80. Did you mean --port?\n"),
        ("--limits-rate=5", "unrecognized arguments: --limits-rate=5. Did you mean --limit-rate?\n"),
        ("--xyzzy", "unrecognized arguments: --xyzzy\n"),
    ],
)
def test_unknown_options(desk: Desk, option: str, said: str) -> None:
    assert desk.misuse("serve", option).endswith(f"ludoteca: error: {said}")


def test_unknown_variables() -> None:
    assert mistakes(LUDOTECA_LIMIT_RATE="1", LUDOTECA_XYZZY="1") == [
        "Environment, LUDOTECA_LIMIT_RATE: there is no such setting. Did you mean LUDOTECA_LIMITS_RATE?",
        "Environment, LUDOTECA_XYZZY: there is no such setting. All settings: ludoteca serve --help",
    ]


def test_all_mistakes_are_told_at_once(tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_PORT", "x")
    file = written(tmp_path, "prot = 1")
    assert desk.run("serve", "--config", file, "--log", "xml") == 2
    assert desk.err.splitlines() == [
        f"{file}, prot: there is no such setting. Did you mean port?",
        "Environment, LUDOTECA_PORT: 'x' cannot be used. Allowed: a whole number from 0 to 65535.",
        "Command line, --log: 'xml' cannot be used. Allowed: lines or json.",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no file {file}. Write your settings there, or leave --config out."),
        (b"port 80", "{file} is not TOML: Expected '=' after a key in a key/value pair (at line 1, column 6)."),
        (b"name = '\xff'", "{file} is not a text in UTF-8: save it as UTF-8."),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, desk: Desk, content: bytes | None, said: str) -> None:
    file = tmp_path / "house.toml"
    if content is not None:
        file.write_bytes(content)
    assert desk.run("serve", "--config", file) == 2
    assert desk.err == said.format(file=file) + "\n"


def test_a_folder_is_no_file(tmp_path: Path, desk: Desk) -> None:
    assert desk.run("serve", "--config", tmp_path) == 2
    assert desk.err == f"{tmp_path} cannot be read: Is a directory.\n"


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    assert settings("--config", written(tmp_path, "\ufeffport = 1")).port == 1


# ---------------------------------------------------------------- looking only


def test_check_shows_what_was_chosen_and_opens_nothing(
    tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_OPERATOR_KEY", "a key that is secret".replace(" ", "-"))
    monkeypatch.setenv("LUDOTECA_PROXIES", "10.0.0.0/8,::1")
    file = written(tmp_path, "[limits]\nrate = 5")
    assert desk.run("serve", "--config", file, "--port", "81", "--check") == 0
    shown = desk.out.splitlines()
    assert shown[0] == "The settings can be used."
    assert shown[-1] == "All others are as by default."
    assert sorted(shown[1:-1]) == sorted(
        [
            f"  limits.rate = 5.0  ({file}, limits.rate)",
            "  operator_key = (not shown)  (Environment, LUDOTECA_OPERATOR_KEY)",
            "  proxies = 10.0.0.0/8, ::1  (Environment, LUDOTECA_PROXIES)",
            "  port = 81  (Command line, --port)",
            f"  data = {tmp_path / 'home' / '.local' / 'share' / 'ludoteca'}  (by default)",
        ]
    )
    assert not (tmp_path / "home").exists()


def test_check_looks_at_certificates_too(tmp_path: Path, desk: Desk) -> None:
    assert desk.run("serve", "--certificate", tmp_path / "c.pem", "--check") == 2
    assert desk.err == f"The certificate {tmp_path / 'c.pem'} cannot be read: No such file or directory.\n"
