"""The files for operators: each is one that its program takes, and what they name is there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

from ludoteca.commands.settings_known import SETTINGS

from ..commands.open_house import completed, environment, opened

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
VARIABLES = {setting.variable for setting in SETTINGS.values()}
MOST_EXPOSED = 20  # of systemd-analyze, in tenths: 2.0
FIGURES = re.compile(r"\b(?:ludoteca|process)_[a-z_]+\b")
DOCUMENTS = [(ROOT / "docs" / name).read_text() for name in ("serving.md", "cluster.md")]


def documented() -> set[str]:
    return set(FIGURES.findall("\n".join(DOCUMENTS)))


def without_suffix(name: str) -> str:
    return re.sub(r"_(bucket|count|sum)$", "", name)


def test_the_example_settings_can_be_used(tmp_path: Path) -> None:
    done = completed("serve", "--config", DEPLOY / "house.toml", "--data", tmp_path / "house", "--check")
    assert done.returncode == 0, done.stderr


def test_what_is_commented_out_in_the_example_are_settings(tmp_path: Path) -> None:
    """A certificate and a password have to be there; they are made for this test."""
    text = (DEPLOY / "house.toml").read_text()
    commented = re.findall(r"^# (\w+) = ", text, re.MULTILINE)
    assert {"certificate", "password_file", "forget_after_days", "log"} <= set(commented)
    names = {name.removeprefix("limits.") for name in SETTINGS}
    assert set(commented) <= names
    assert set(tomllib.loads(text)) <= {*names, "dialects"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_the_service_is_hardened(tmp_path: Path) -> None:
    check = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSED}", "ludoteca.service"]
    done = subprocess.run(check, cwd=DEPLOY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize("name", ["ludoteca.service", "ludoteca-backup.service", "ludoteca-backup.timer"])
def test_systemd_understands_the_units(tmp_path: Path, name: str) -> None:
    """Where Ludoteca is installed in another place, with its programs there."""
    for unit in DEPLOY.glob("ludoteca*.*"):
        text = unit.read_text().replace("/opt/ludoteca/bin/ludoteca", "/bin/true")
        (tmp_path / unit.name).write_text("\n".join(line for line in text.split("\n") if "Documentation" not in line))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_service_starts_what_there_is() -> None:
    unit = (DEPLOY / "ludoteca.service").read_text()
    (said,) = re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
    assert {word.partition("=")[0] for word in said.split()} <= VARIABLES | {"LUDOTECA_CONFIG"}
    commands = re.findall(r"^Exec\w+=/opt/ludoteca/bin/ludoteca (.*)$", unit, re.MULTILINE)
    assert commands == ["serve --check", "serve"]


# ---------------------------------------------------------------- containers


def containerfile() -> list[tuple[str, str]]:
    """Instructions and their arguments."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text())
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def container_settings() -> dict[str, str]:
    (said,) = [rest for word, rest in containerfile() if word == "ENV"]
    return dict(re.findall(r"(\w+)=(\S+)", said))


def test_a_container_runs_as_nobody_in_particular() -> None:
    words = [word for word, _ in containerfile()]
    assert ("USER", "10001") in containerfile()
    assert words.index("USER") < words.index("ENTRYPOINT")
    settings = {name for name in container_settings() if name.startswith("LUDOTECA_")}
    assert settings <= VARIABLES


def test_a_container_opens_a_house_and_knows_that_it_lives(tmp_path: Path) -> None:
    """No engine is needed for that: its settings, its command and its check of health, on a free port."""
    instructions = dict(containerfile())
    assert (json.loads(instructions["ENTRYPOINT"]), json.loads(instructions["CMD"])) == (["ludoteca"], ["serve"])
    check = json.loads(instructions["HEALTHCHECK"].partition("CMD ")[2])
    settings = {name: said for name, said in container_settings().items() if name.startswith("LUDOTECA_")}
    settings |= {"LUDOTECA_HOST": "127.0.0.1"}
    with opened(tmp_path / "data", variables=settings) as house:
        known = environment(LUDOTECA_PORT=str(house.port))
        assert subprocess.run([sys.executable, *check[1:]], env=known, check=False).returncode == 0
        house.stop()
        dead = subprocess.run([sys.executable, *check[1:]], env=known, check=False, capture_output=True)
        assert dead.returncode != 0


def test_what_a_container_is_built_from_is_there() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".venv", "build", "dist", "web/node_modules"} <= set(ignored)
    assert ".git" not in ignored, "the commit is in --version"


def test_the_servers_of_the_compose_file_have_settings_that_there_are() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    named = set(re.findall(r"^ +(LUDOTECA_\w+):", text, re.MULTILINE))
    assert {"LUDOTECA_STORE", "LUDOTECA_PROXIES", "LUDOTECA_NODE"} <= named <= VARIABLES


# ---------------------------------------------------------------- figures


def test_every_figure_of_dashboard_and_alerts_is_documented() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = set(FIGURES.findall("\n".join([*asked, (DEPLOY / "alerts.yaml").read_text()])))
    assert len(named) > 15
    assert {without_suffix(name) for name in named} <= documented()


def test_every_figure_of_a_server_is_documented(tmp_path: Path) -> None:
    with opened(tmp_path / "house") as house, urllib.request.urlopen(f"{house.url}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    shown = {name for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE)}
    shown = {name for name in shown if not name.endswith("_created")}
    assert "ludoteca_build_info" in shown
    assert "process_resident_memory_bytes" in shown or sys.platform != "linux"
    assert shown - documented() == set()


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool")
def test_prometheus_takes_the_alerts() -> None:
    done = subprocess.run(["promtool", "check", "rules", str(DEPLOY / "alerts.yaml")], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool")
def test_prometheus_understands_every_panel(tmp_path: Path) -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = {target["expr"].replace("$instance", ".*") for panel in board["panels"] for target in panel["targets"]}
    rules = [{"record": f"panel_{number}", "expr": expr} for number, expr in enumerate(sorted(asked))]
    file = tmp_path / "panels.json"  # JSON is YAML
    file.write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}))
    done = subprocess.run(["promtool", "check", "rules", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_for_operators_is_in_the_documents() -> None:
    for path in DEPLOY.iterdir():
        assert f"deploy/{path.name}" in DOCUMENTS[0], path
