"""What run.py installs and when; what it believes after an interruption; what it says when something fails."""

import importlib.util
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

Steps = list[str]


@pytest.fixture
def steps(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """The steps of the set-up, written down instead of done."""
    taken: Steps = []

    def note(command: list[str], log: str, **variables: str) -> None:
        if "venv" in command:
            taken.append("venv")
            run.PYTHON.parent.mkdir()
            run.PYTHON.touch()
        elif "build_ext" in command:
            taken.append(f"build {variables['LUDOTECA_BUILD']}")
            built = f'SHA256 = "{run.fingerprint()}"\n' if variables["LUDOTECA_BUILD"] == "require" else ""
            (run.RULES / "_built_from.py").write_text(built)
        else:
            taken.append(f"install {Path(command[-1]).stem}")

    monkeypatch.setattr(run, "step", note)
    monkeypatch.setattr(run, "c_compiler", lambda: "cc")
    return taken


def fails_at(run: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException) -> None:
    done = run.step

    def step(command: list[str], log: str, **variables: str) -> None:
        if Path(command[-1]).stem == name:
            raise error
        done(command, log, **variables)

    monkeypatch.setattr(run, "step", step)


FROM_SCRATCH = ["venv", "install play", "install fresh clone", "build require"]


def test_first_start_installs_what_playing_needs(run: ModuleType, steps: Steps) -> None:
    run.set_up("play")
    assert steps == FROM_SCRATCH


def test_second_start_does_nothing(run: ModuleType, steps: Steps) -> None:
    run.set_up("play")
    steps.clear()
    run.set_up("play")
    assert steps == []


def test_another_group_is_added(run: ModuleType, steps: Steps) -> None:
    run.set_up("play")
    steps.clear()
    run.set_up("test")
    run.set_up("play")
    run.set_up("test")
    assert steps == ["install test", "install research"]


def test_a_changed_project_file_installs_the_project_again(run: ModuleType, steps: Steps) -> None:
    run.set_up("play")
    steps.clear()
    (run.ROOT / "setup.py").write_text("")
    run.set_up("play")
    assert steps == ["install fresh clone", "build require"]


def change_lock(run: ModuleType) -> None:
    with run.lock_file("play").open("a") as lock:
        lock.write("# changed\n")


def change_python(run: ModuleType) -> None:
    stamp = run.Stamp.read()
    stamp.python = "another"
    stamp.write()


def lose_python(run: ModuleType) -> None:
    run.PYTHON.unlink()


@pytest.mark.parametrize("change", [change_lock, change_python, lose_python])
def test_what_is_not_as_locked_is_made_anew(
    run: ModuleType, steps: Steps, change: Callable[[ModuleType], None]
) -> None:
    run.set_up("play")
    steps.clear()
    change(run)
    run.set_up("play")
    assert steps == FROM_SCRATCH


@pytest.mark.parametrize("name", ["play", "fresh clone"])
def test_an_interrupted_set_up_is_not_believed(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as patch:
        fails_at(run, patch, name, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            run.set_up("play")
    steps.clear()
    run.set_up("play")
    assert steps == FROM_SCRATCH


def test_an_interrupted_addition_is_not_believed(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.set_up("play")
    with monkeypatch.context() as patch:
        fails_at(run, patch, "test", KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            run.set_up("test")
    steps.clear()
    run.set_up("play")
    assert steps[:2] == ["venv", "install play"]


def test_a_failed_addition_leaves_what_was_there(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.set_up("play")
    steps.clear()
    with monkeypatch.context() as patch:
        fails_at(run, patch, "docs", run.SetupError("no network"))
        with pytest.raises(run.SetupError):
            run.set_up("docs")
    run.set_up("play")
    assert steps == []


def test_somebody_elses_environment_is_left_alone(run: ModuleType, steps: Steps) -> None:
    run.VENV.mkdir()
    with pytest.raises(run.SetupError, match="was not made by"):
        run.set_up("play")
    assert steps == []


def test_a_second_run_waits_and_says_so(run: ModuleType) -> None:
    waits = "import run\nwith run.alone():\n    print('in', flush=True)"
    with run.alone():
        second = subprocess.Popen(
            [sys.executable, "-c", waits], cwd=run.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert second.stderr is not None
        assert second.stderr.readline() == "Another run.py is setting up this folder; waiting for it.\n"
        assert second.poll() is None
    assert second.communicate(timeout=60) == ("in\n", "")


# --- compiling ---


def test_changed_rules_are_compiled_again(run: ModuleType, steps: Steps) -> None:
    run.set_up("play")
    steps.clear()
    (run.RULES / "count.py").write_text("def double(n):\n    return 2 * n\n")
    run.set_up("play")
    run.set_up("play")
    assert steps == ["build require"]


def test_compiled_rules_that_were_deleted_are_compiled_again(run: ModuleType, steps: Steps) -> None:
    run.set_up("play")
    steps.clear()
    (run.RULES / "_built_from.py").unlink()
    run.set_up("play")
    assert steps == ["build require"]


def test_without_a_compiler_it_goes_on_until_there_is_one(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "c_compiler", lambda: "")
    run.set_up("play")
    run.set_up("play")
    assert steps[-1:] == ["build never"]
    assert capsys.readouterr().err.count("The rules run interpreted (slower, same games): no C compiler.") == 1
    monkeypatch.setattr(run, "c_compiler", lambda: "cc")
    run.set_up("play")
    assert steps[-2:] == ["build never", "build require"]


def test_compiled_rules_stay_when_the_compiler_goes(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.set_up("play")
    steps.clear()
    monkeypatch.setattr(run, "c_compiler", lambda: "")
    run.set_up("play")
    assert steps == []


def test_failed_compiling_is_told_once_and_not_tried_again(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        fails_at(run, patch, "--inplace", run.SetupError("error: command 'cc' failed"))
        run.set_up("play")
        run.set_up("play")
    told = capsys.readouterr().err
    assert told.count("there is a C compiler, but compiling failed") == 1
    assert str(run.BUILD / "compile.log") in told
    steps.clear()
    run.set_up("play")
    assert steps == []
    monkeypatch.setenv("LUDOTECA_BUILD", "require")
    run.set_up("play")
    assert steps == ["build require"]


def test_no_compiler_is_seen(run: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(run.sysconfig, "get_config_var", lambda name: None)
    assert run.obstacle_to_compiling() == "no C compiler"
    monkeypatch.setenv("CC", shlex.quote(sys.executable))
    assert run.c_compiler() == shlex.quote(sys.executable)


def test_missing_headers_are_seen(run: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CC", shlex.quote(sys.executable))
    monkeypatch.setattr(run.sysconfig, "get_path", lambda name: str(tmp_path))
    version = "{}.{}".format(*sys.version_info)
    assert f"sudo apt install python{version}-dev" in run.obstacle_to_compiling()


# --- what it says when a step fails ---


def test_missing_ensurepip_is_told_with_the_command_that_helps(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else found(name))
    version = "{}.{}".format(*sys.version_info)
    with pytest.raises(run.SetupError, match=rf"\n    sudo apt install python{version}-venv\n"):
        run.set_up("play")
    assert steps == []


SAID = {
    "The virtual environment was not created successfully because ensurepip is not available.": "sudo apt install",
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device": "The disk is full",
    "[Errno 13] Permission denied: '/srv/ludoteca/.venv'": "cannot be written to",
    "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.": "not the one that was locked",
    "SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] self-signed'))": "PIP_CERT",
    "WARNING: Retrying after connection broken by 'NewConnectionError': Connection refused": "Check the network",
    "Temporary failure in name resolution": "Check the network",
    "ERROR: No matching distribution found for cython==3.3.1": "Check the network",
    "Segmentation fault": "That should not have happened",
}


@pytest.mark.parametrize("said", SAID)
def test_a_failed_step_is_explained(run: ModuleType, said: str) -> None:
    fails = [sys.executable, "-c", f"import sys; print('begin'); sys.exit({said!r})"]
    with pytest.raises(run.SetupError) as caught:
        run.step(fails, "install.log")
    assert said in str(caught.value)
    assert SAID[said] in str(caught.value)
    assert str(run.BUILD / "install.log") in str(caught.value)
    assert (run.BUILD / "install.log").read_text() == f"begin\n{said}\n"


def test_a_disk_too_full_to_say_so_is_noticed(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.shutil, "disk_usage", lambda path: SimpleNamespace(free=4096))
    assert run.advice("").startswith("The disk is full.")


def test_a_step_that_succeeds_is_silent(run: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    run.step([sys.executable, "-c", "print('noise')"], "install.log")
    assert capfd.readouterr() == ("", "")


def test_an_error_ends_with_a_sentence_not_a_traceback(
    run: ModuleType, steps: Steps, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fails_at(run, monkeypatch, "play", PermissionError(13, "Permission denied"))
    assert run.main(["play"]) == 1
    assert capsys.readouterr().err.endswith("Copy the folder to a place of your own and run it there.\n")


def test_the_exit_code_is_that_of_the_program(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    assert run.python("-c", "import sys; sys.exit(3)") == 3
    assert run.python("-c", "import os, signal; os.kill(os.getpid(), signal.SIGTERM)") == 143


def test_who_ends_it_ends_the_program(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    told = "import os, signal; os.kill(os.getppid(), signal.SIGTERM); signal.pause()"
    assert run.python("-c", told) == 143
    former = signal.getsignal(signal.SIGTERM)
    assert run.python("-c", "import signal; signal.raise_signal(signal.SIGTERM)") == 143
    assert signal.getsignal(signal.SIGTERM) == former


def test_ctrl_c_is_left_to_the_program(run: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    press = "import os, signal; os.kill(os.getppid(), signal.SIGINT); "
    assert run.python("-c", press) == 0
    with pytest.raises(KeyboardInterrupt):
        run.python("-c", press + "raise SystemExit(2)")
