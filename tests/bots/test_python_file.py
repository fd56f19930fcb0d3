"""A bot in a Python file: what it is shown, what it may answer, and what its author is told of mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludoteca import rules
from ludoteca.bots import python_file
from ludoteca.bots.python_file import BotFault, FilePlayer, load

from .games import VARIANTS, new


def written(folder: Path, text: str) -> Path:
    file = folder / "my_bot.py"
    file.write_text(text)
    return file


def seated(folder: Path, text: str) -> FilePlayer:
    return load(written(folder, text)).sit()


def fault(folder: Path, text: str, game: rules.Game | None = None) -> str:
    with pytest.raises(BotFault) as why:
        seated(folder, text).decide(game or new("eriantys-2", seed=1), 1)
    return why.value.sentence.replace(str(folder / "my_bot.py"), "my_bot.py")


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_shown_what_the_seat_sees_as_json_and_nothing_else(tmp_path: Path, variant: str) -> None:
    text = "import json\ndef choose(view):\n    seen.append(view)\n    return view.legal[0]\nseen = []\n"
    player = seated(tmp_path, text)
    game = new(variant, seed=2)
    player.decide(game, 1)
    (view,) = player.choose.__globals__["seen"]
    assert view.game == json.loads(json.dumps(game.view(game.seat)))
    assert view.legal == [game.describe(action) for action in game.legal_actions()]
    assert view.me == "ABCD"[game.seat] == view.legal[0]["by"]
    assert set(vars(view)) == {"game", "legal", "me"}


def test_a_class_remembers_within_its_game_only(tmp_path: Path) -> None:
    text = """
class Bot:
    def __init__(self):
        self.asked = -1

    def choose(self, view):
        self.asked += 1
        return view.legal[self.asked]
"""
    program = load(written(tmp_path, text))
    game = new("eriantys-2", seed=1)
    for player in (program.sit(), program.sit()):
        assert [list(player.decide(game, 1)) for _ in range(3)] == [[action] for action in game.legal_actions()[:3]]


def test_an_action_of_several_decisions_is_taken(tmp_path: Path) -> None:
    game = new("masters-2", seed=1)
    hand = game.view(game.seat)["players"]["ABCD"[game.seat]]["dealt"]
    action = {"do": "keep_leaders", "cards": hand[:2]}
    assert len(game.parse(action)) > 1
    player = seated(tmp_path, f"def choose(view):\n    return {action!r}\n")
    assert list(player.decide(game, 1)) == game.parse(action)


def test_chance_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    player = seated(tmp_path, "import random\ndef choose(view):\n    return random.choice(view.legal)\n")
    game = new("eriantys-2", seed=1)
    chosen = [list(player.decide(game, seed)) for seed in (*range(20), *range(20))]
    assert chosen[:20] == chosen[20:]
    assert len({tuple(each) for each in chosen}) > 5


def test_modules_beside_it_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "weights_of_my_bot.py").write_text("LAST = -1\n")
    player = seated(tmp_path, "import weights_of_my_bot as w\ndef choose(view):\n    return view.legal[w.LAST]\n")
    game = new("eriantys-2", seed=1)
    assert list(player.decide(game, 1)) == [game.legal_actions()[-1]]


# ---------------------------------------------------------------- mistakes


def test_the_line_of_an_error_in_the_bot(tmp_path: Path) -> None:
    text = "def choose(view):\n    legal = view.legal\n    return legal[1000]\n"
    assert fault(tmp_path, text) == "my_bot.py, line 3: IndexError: list index out of range\n    return legal[1000]"


def test_of_an_error_deep_in_a_library_the_line_that_called_it(tmp_path: Path) -> None:
    text = "import json\ndef choose(view):\n    return helped(view)\ndef helped(view):\n    return json.loads('{')\n"
    said = fault(tmp_path, text)
    assert said.startswith("my_bot.py, line 5: json.decoder.JSONDecodeError: ")
    assert said.endswith("    return json.loads('{')")


@pytest.mark.parametrize("named", ["relative", "absolute"])
def test_the_line_is_found_however_the_file_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    file = written(tmp_path, "def choose(view):\n    return 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotFault, match=r"my_bot\.py, line 2: ZeroDivisionError: division by zero"):
        load(file if named == "absolute" else Path("my_bot.py")).sit().decide(new("eriantys-2", seed=1), 1)


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    said = fault(tmp_path, "def choose(view):\n    return view.legal[0\n")
    assert said.startswith("my_bot.py, line 2: ")
    assert said.endswith("\n    return view.legal[0")


def test_an_error_while_the_file_is_loaded(tmp_path: Path) -> None:
    assert fault(tmp_path, "import no_such_module\n") == (
        "my_bot.py, line 1: ModuleNotFoundError: No module named 'no_such_module'\n    import no_such_module"
    )


def test_an_error_while_the_class_is_made(tmp_path: Path) -> None:
    text = "class Bot:\n    def __init__(self):\n        self.net = open('weights')\n    def choose(self, view): ...\n"
    assert fault(tmp_path, text).startswith("my_bot.py, line 3: FileNotFoundError")


def test_a_function_of_another_form(tmp_path: Path) -> None:
    said = fault(tmp_path, "def choose():\n    return None\n")
    assert said == "my_bot.py: TypeError: choose() takes 0 positional arguments but 1 was given"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "my_bot.py has neither a function choose(view) nor a class Bot with such a method."),
        ("choose = 3", "my_bot.py has neither a function choose(view) nor a class Bot with such a method."),
        ("class Bot: pass", "The class Bot in my_bot.py has no method choose(self, view)."),
    ],
)
def test_a_file_without_a_bot(tmp_path: Path, text: str, sentence: str) -> None:
    assert fault(tmp_path, text) == sentence


@pytest.mark.parametrize("answer", ["None", "3", "view.legal", "{'do': {1, 2}}"])
def test_what_is_no_action(tmp_path: Path, answer: str) -> None:
    said = fault(tmp_path, f"def choose(view):\n    return {answer}\n")
    assert said.startswith("my_bot.py: choose(view) gave ")
    assert said.endswith(", which is no action. Give one of view.legal.")
    assert len(said) < 250


def test_what_the_rules_refuse(tmp_path: Path) -> None:
    said = fault(tmp_path, "def choose(view):\n    return {'do': 'take_cloud', 'cloud': 1}\n")
    assert said == (
        "my_bot.py chose {'do': 'take_cloud', 'cloud': 1}: This is not the moment for that: play an assistant."
    )


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BotFault, match="cannot be read: No such file or directory"):
        load(tmp_path / "my_bot.py")


def test_only_what_a_person_would_read_is_shown_of_a_value() -> None:
    assert len(python_file.shown("x" * 1000)) < 130
