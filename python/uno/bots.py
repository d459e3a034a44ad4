"""Bots: players that are programs. They see a view, like everybody else."""

from __future__ import annotations

import ctypes
import difflib
from typing import Any, Sequence

from ._library import allocate, copy_struct, lib, small_seed
from .game import Game, View, format_action
from .rules import Rules, as_rules


def bots() -> dict[str, str]:
    """Every kind of bot and what it is: {name: description}."""
    found, index = {}, 0
    while (name := lib.foreign_bot(index, False)) is not None:
        found[name.decode()] = lib.foreign_bot(index, True).decode()
        index += 1
    return found


def find_bot(name: str, rules: Rules) -> Any:
    """The kind of bot of that name, if it plays these rules."""
    if not isinstance(name, str):
        raise TypeError(f"a bot is named by a text, not {name!r}")
    kind = lib.bot_find(name.encode())
    if not kind:
        near = difflib.get_close_matches(name, bots(), 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"there is no bot {name!r}: {hint}(the bots are {', '.join(bots())})")
    if not lib.foreign_bot_plays(kind, rules._rules):
        raise ValueError(f"the bot {name!r} does not play {rules.name}")
    return kind


class Bot:
    """A bot for one seat of one game. The same seed and views give the same actions.

    `worlds` and `think_ms` limit how much a bot that searches thinks; 0 leaves it to the bot. With `think_ms` what it
    does depends on the machine."""

    def __init__(self, name: str, rules: Rules | str = "official", seed: Any = 0, worlds: int = 0,
                 think_ms: float = 0) -> None:
        self.name, self.rules = name, as_rules(rules)
        kind = find_bot(name, self.rules)
        if worlds < 0 or think_ms < 0:
            raise ValueError("worlds and think_ms are not negative")
        self._bot = allocate("Bot")
        lib.foreign_bot_init(self._bot, kind, self.rules._rules, small_seed(seed), worlds, int(think_ms * 1000))

    def _check(self, view: View) -> None:
        if view.seat is None:
            raise ValueError("a bot plays for a seat: it cannot use a spectator's view")
        if view.rules is not self.rules and view.rules != self.rules:
            raise ValueError(f"this bot was made for {self.rules!r} and the game is played by {view.rules!r}: make it "
                             f"with the rules of the game, Bot(\"{self.name}\", game.rules)")

    def watch(self, view: View) -> None:
        """Shows the bot the table as its seat sees it: when the cards are dealt and after every action."""
        self._check(view)
        lib.bot_watch(self._bot, view._view)

    def act(self, view: View) -> str | None:
        """What it does now, as text; None: nothing, which only a seat that is not awaited does."""
        self._check(view)
        action = ctypes.c_uint32()
        if not lib.bot_act(self._bot, view._view, ctypes.byref(action)):
            return None
        return format_action(self.rules, action.value)

    def copy(self) -> "Bot":
        """A bot that plays on as this one would."""
        bot = type(self).__new__(type(self))
        bot.name, bot.rules, bot._bot = self.name, self.rules, copy_struct(self._bot)
        return bot

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError("a Bot cannot be pickled: make it where it is to play, Bot(name, rules, seed); a game can be, "
                        "or keep it as a record")

    def __repr__(self) -> str:
        return f"<uno.Bot {self.name}>"


def play(game: Game, players: Sequence[Any]) -> Game:
    """Plays a game to its end. `players` has a Bot, or anything with watch() and act(), for each seat."""
    if len(players) != game.players:
        raise ValueError(f"this table has {game.players} seats, not {len(players)}")
    for seat, player in enumerate(players):
        player.watch(game.view(seat))
    waived = set()
    while not game.over:
        seat = game.asked(waived)
        action = players[seat].act(game.view(seat))
        if action is None:
            if seat in game.awaited:
                raise ValueError(f"seat {seat} is asked and does nothing")
            waived.add(seat)
            continue
        game.apply(seat, action)
        waived.clear()
        for other, player in enumerate(players):
            player.watch(game.view(other))
    return game
