"""`ludoteca completion`: what a shell has to know to complete commands and options, taken from the parser itself."""

from __future__ import annotations

import argparse

from . import Subparsers
from .command_texts import CommandText, command_texts
from .output import GOOD

DESCRIPTION = """\
Print a script with which a shell completes the commands of ludoteca and their
options when Tab is pressed."""
EPILOG = """\
examples:
  ludoteca completion bash > ludoteca  for bash
  ludoteca completion zsh > _ludoteca  for zsh

Where the file belongs:
  bash  ~/.local/share/bash-completion/completions/ludoteca
  zsh   _ludoteca in a folder of fpath, before ~/.zshrc calls compinit
  fish  ~/.config/fish/completions/ludoteca.fish

New shells complete then. After an upgrade print it again."""

BASH = """\
# Completion of ludoteca for bash, printed by: ludoteca completion bash
_ludoteca() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} path=ludoteca known= each
    for each in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$path $each" in
{commands}
        esac
    done
    case $path in
{words}
    esac
    COMPREPLY=($(compgen -W "$known" -- "$word"))
    if [[ ${{#COMPREPLY[@]}} -eq 0 && $word != -* ]]; then
        COMPREPLY=($(compgen -f -- "$word"))
    fi
}}
complete -o filenames -F _ludoteca ludoteca
"""
ZSH = """\
#compdef ludoteca
# Completion of ludoteca for zsh, printed by: ludoteca completion zsh
_ludoteca() {{
    local place=ludoteca each
    local -a known
    for each in "${{(@)words[2,CURRENT-1]}}"; do
        case "$place $each" in
{commands}
        esac
    done
    case $place in
{words}
    esac
    _describe -o 'ludoteca' known || _files
}}
if [ "$funcstack[1]" = _ludoteca ]; then
    _ludoteca "$@"
else
    compdef _ludoteca ludoteca
fi
"""
FISH = """\
# Completion of ludoteca for fish, printed by: ludoteca completion fish
function __ludoteca_place
    set -l place ludoteca
    for each in (commandline -opc)[2..-1]
        switch "$place $each"
{commands}
        end
    end
    echo $place
end
{words}
"""


def add(subparsers: Subparsers) -> None:
    parser = subparsers.add_parser(
        "completion",
        help="print what a shell needs to complete commands",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=list(SHELLS), metavar="SHELL", help="bash, zsh or fish")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    print(SHELLS[arguments.shell](list(command_texts(arguments.command_line))), end="")
    return GOOD


def following(command: CommandText) -> dict[str, str]:
    """What can be typed after a command: commands inside it and options, with a line about each."""
    return command.commands | {name: option.help for option in command.options for name in option.names}


def bash(found: list[CommandText]) -> str:
    commands = [
        f'            "{place.name} {name}") path="{place.name} {name}" ;;'
        for place in found
        for name in place.commands
    ]
    words = [f'        "{place.name}") known="{" ".join(following(place))}" ;;' for place in found]
    return BASH.format(commands="\n".join(commands), words="\n".join(words))


def zsh(found: list[CommandText]) -> str:
    commands = [
        f'            "{place.name} {name}") place="{place.name} {name}" ;;'
        for place in found
        for name in place.commands
    ]
    words = []
    for place in found:
        described = " ".join(quoted(f"{name}:{text}") for name, text in following(place).items())
        words.append(f'        "{place.name}") known=({described}) ;;')
    return ZSH.format(commands="\n".join(commands), words="\n".join(words))


def fish(found: list[CommandText]) -> str:
    commands = [
        f'            case "{place.name} {name}"\n                set place "{place.name} {name}"'
        for place in found
        for name in place.commands
    ]
    words = []
    for place in found:
        here = f"complete -c ludoteca -n 'test (__ludoteca_place) = \"{place.name}\"'"
        words += [f"{here} -f -a {name} -d {quoted(text)}" for name, text in place.commands.items()]
        words += [
            f"{here} {'-l ' + option[2:] if option.startswith('--') else '-s ' + option[1:]} -d {quoted(text)}"
            for option, text in following(place).items()
            if option.startswith("-")
        ]
    return FISH.format(commands="\n".join(commands), words="\n".join(words))


def quoted(text: str) -> str:
    """As one word of a shell; an apostrophe ends it for a moment."""
    return "'" + text.replace("'", "'\\''") + "'"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
