"""Seats a Python class in `uno arena`, `uno play --bots` and wherever else the bot protocol is spoken:

    uno arena 'python3 -m uno.seat ./my_bot.py:WildsLast' greedy --games 200

where my_bot.py has a class with act(view), and watch(view) if it wants to see the table after every action;
docs/add-a-bot.md has one. module:Class names one on PYTHONPATH. A new object is made for every game: of class(rules, seat, seed)
if the class takes these, else of class()."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
from typing import Any, Callable, TextIO

from .game import View
from .rules import Rules

PROTOCOL = "uno-bot 1"


def find(word: str) -> Callable[..., Any]:
    """The class that "folder/file.py:Class" or "module:Class" names."""
    module, colon, name = word.rpartition(":")
    if not colon or not module or not name:
        raise ValueError(f"a class is named as file.py:Class or module:Class, not {word!r}")
    folder, module = os.path.split(module[:-3]) if module.endswith(".py") else ("", module)
    sys.path.insert(0, os.path.abspath(folder))
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise ValueError(f"there is no module {module!r} in {sys.path[0]} or on PYTHONPATH") from None
    except AttributeError:
        raise ValueError(f"the module {module!r} has no {name!r}") from None


def make(kind: Callable[..., Any], rules: Rules, seat: int, seed: int) -> Any:
    """A player for one game."""
    try:
        inspect.signature(kind).bind(rules, seat, seed)
    except (TypeError, ValueError):
        return kind()
    return kind(rules, seat, seed)


class Seat:
    """Answers the messages of a host, one JSON object a line."""

    def __init__(self, kind: Callable[..., Any], name: str) -> None:
        self.kind, self.name, self.player = kind, name, None
        self.rules: Rules | None = None

    def hear(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to one message, or None where none is wanted."""
        said = message.get("type")
        if said == "hello":
            if message.get("protocol") != PROTOCOL:
                return {"type": "error", "error": f"this bot speaks \"{PROTOCOL}\" only"}
            return {"type": "ready", "name": self.name, "watch": hasattr(self.kind, "watch")}
        if said == "game":
            self.rules = Rules.parse(message["rules_text"], message.get("ruleset") or "rules")
            self.player = make(self.kind, self.rules, "ABCDEFGHIJ".index(message["seat"]), int(message["seed"]))
        elif said == "see":
            if hasattr(self.player, "watch"):
                self.player.watch(self._view(message))
        elif said == "act":
            action = self.player.act(self._view(message))
            return {"type": "wait"} if action is None else {"type": "do", "action": str(action)}
        return None

    def _view(self, message: dict[str, Any]) -> View:
        return View.parse(self.rules, json.dumps(message["view"]))


def serve(kind: Callable[..., Any], name: str, lines: TextIO, out: TextIO) -> None:
    """Plays until the host says goodbye."""
    seat = Seat(kind, name)
    for line in lines:
        if not line.strip():
            continue
        message = json.loads(line)
        if message.get("type") == "bye":
            return
        answer = seat.hear(message)
        if answer is not None:
            print(json.dumps(answer), file=out, flush=True)


def main(arguments: list[str]) -> int:
    """The program: one argument, the class. Returns its exit status."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        kind = find(arguments[0])
    except ValueError as error:
        print(f"uno.seat: {error}", file=sys.stderr)
        return 2
    out = sys.stdout
    sys.stdout = sys.stderr  # what the class prints is not for the host
    serve(kind, arguments[0].rpartition(":")[2], sys.stdin, out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
