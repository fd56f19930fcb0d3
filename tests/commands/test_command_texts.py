"""Manual pages and completion say what the help says, in forms that man and shells understand."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ludoteca import cli
from ludoteca.commands.command_texts import command_texts

from .running import start, without_a_reader
from .stores import Desk

TEXTS = {text.name: text for text in command_texts(cli.command_line())}


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("manual")
    assert cli.main(["manual", str(folder)]) == 0
    return folder


def test_every_command_has_a_page(manual: Path) -> None:
    assert {path.name for path in manual.iterdir()} == {f"{name.replace(' ', '-')}.1" for name in TEXTS}


@pytest.mark.parametrize("name", TEXTS)
def test_a_page_has_every_option_and_every_command(manual: Path, name: str) -> None:
    page = (manual / f"{name.replace(' ', '-')}.1").read_text().replace("\\-", "-")
    for option in TEXTS[name].options:
        assert f"\\fB{option.shown}\\fR" in page
    for inner in TEXTS[name].commands:
        assert f"\\fB{inner}\\fR" in page


def test_man_reads_the_pages_without_complaints(manual: Path) -> None:
    if shutil.which("groff") is None:
        pytest.skip("there is no groff")
    for page in manual.iterdir():
        typeset = ["groff", "-man", "-Tutf8", "-ww", "-Kutf8", str(page)]
        done = subprocess.run(typeset, capture_output=True, text=True, check=True)
        assert not [line for line in done.stderr.splitlines() if "cannot adjust" not in line and "break" not in line]


def completed_in_bash(script: str, *words: str) -> list[str]:
    typed = " ".join(f"'{word}'" for word in words)
    program = (
        f"{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _ludoteca; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert completed_in_bash(script, "ludoteca", "ta") == ["tables"]
    assert completed_in_bash(script, "ludoteca", "admin", "re") == ["refuse", "reports"]
    assert completed_in_bash(script, "ludoteca", "serve", "--port", "80", "--limit-ra") == ["--limit-rate"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_every_command_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for text in TEXTS.values():
        for inner in text.commands:
            assert f"{text.name} {inner}" in script
    assert "limit-rate" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize(
    ("typed", "meant"), [(["tabels"], "ludoteca tables"), (["admin", "statsu"], "ludoteca admin status")]
)
def test_a_mistyped_command_is_understood(typed: list[str], meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        cli.main(typed)
    assert leaving.value.code == 2
    assert f"there is no command {typed[-1]}. Did you mean {meant}?" in capsys.readouterr().err


def test_a_word_like_no_command_is_refused_without_a_guess(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["xyzzy"])
    said = capsys.readouterr().err
    assert "there is no command xyzzy. ludoteca --help lists them." in said


@pytest.mark.parametrize("typed", [["--help"], ["serve", "--help"], ["--version"], ["completion", "bash"]])
def test_a_closed_pipe_ends_quietly(typed: list[str]) -> None:
    code, problems = without_a_reader(*typed)
    assert problems == b""
    assert code in (0, 1)


def test_a_reader_who_goes_early_gets_what_he_read() -> None:
    process = start("completion", "bash")
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b"# Completion of ludoteca for bash")
    process.stdout.close()
    process.stdout = None
    assert process.communicate()[1] == b""
