"""Many games among players, and how often each wins: duplicate deals, with 95 % intervals."""

from __future__ import annotations

import ctypes
import math
import os
from dataclasses import dataclass
from typing import Any, Callable, Sequence

from ._library import ArenaRow, lib, seed_bytes
from .bots import Bot, find_bot, play
from .game import Game
from .rules import Rules, as_rules

_Z = 1.959964  # 95 %, two-sided
_BOTS_MAX = 16


@dataclass(frozen=True)
class Standing:
    """How often a player won: `wins` of 1, and the interval from `low` to `high`."""

    name: str
    wins: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.name:20} {self.wins:7.2%}  ({self.low:.2%} to {self.high:.2%}, {self.games} games)"


def arena(players: Sequence[str | Callable[..., Any]], rules: Rules | str = "official", seats: int | None = None,
          games: int = 1000, seed: Any = 1, threads: int | None = None) -> list[Standing]:
    """Lets players play `games` games, rounded up to whole deals: each deal is played from every seat.

    A player is the name of a bot, "search:100" with its worlds, or a class of your own: class(rules, seat, seed), or
    class() if it does not take these, makes a player with act(view), and watch(view) if it wants to watch, for each game.
    With fewer players than seats the last one takes all the seats that are left. Bots alone play in C, on all cores, and
    the deals are those of `uno arena` with the same seed; with a class among them it is all Python."""
    rules = as_rules(rules)
    seats = rules.check_players(max(len(players), rules.players[0]) if seats is None else seats)
    if not 2 <= len(players) <= min(seats, _BOTS_MAX):
        raise ValueError(f"there are {len(players)} players for {seats} seats: at least two, at most one for each")
    if isinstance(games, bool) or not hasattr(games, "__index__") or games < 1:
        raise ValueError(f"games is a number from 1 on, not {games!r}")
    deals = -(-games.__index__() // seats)
    if all(isinstance(player, str) for player in players):
        return _in_c(players, rules, seats, deals, seed, threads or os.cpu_count() or 1)
    return _in_python(players, rules, seats, deals, seed)


def _budget(word: str) -> tuple[str, int]:
    """A bot's name and its worlds: "search:100"."""
    name, colon, worlds = word.partition(":")
    if colon and not worlds.isdecimal():
        raise ValueError(f"{word!r}: a bot's worlds are a number, as in \"search:100\"")
    return name, int(worlds) if colon else 0


def _names(players: Sequence[str | Callable[..., Any]]) -> list[str]:
    names: list[str] = []
    for player in players:
        name = player if isinstance(player, str) else getattr(player, "__name__", "player")
        same = sum(other.partition("#")[0] == name for other in names)
        names.append(f"{name}#{same + 1}" if same else name)
    return names


def _in_c(players: Sequence[Any], rules: Rules, seats: int, deals: int, seed: Any, threads: int) -> list[Standing]:
    budgets = [_budget(word) for word in players]
    kinds = (ctypes.c_void_p * len(players))(*(find_bot(name, rules) for name, _ in budgets))
    worlds = (ctypes.c_uint * len(players))(*(count for _, count in budgets))
    rows = (ArenaRow * len(players))()
    if not lib.foreign_arena(rules._rules, kinds, worlds, len(players), seats, deals, threads,
                             ctypes.byref(seed_bytes(seed)), rows):
        raise MemoryError("there is not enough memory, or no thread to be had, for this match")
    return [Standing(name, row.wins, row.low, row.high, row.games) for name, row in zip(_names(players), rows)]


def _seated(player: Any, rules: Rules, seat: int, seed: Any) -> Any:
    if isinstance(player, str):
        name, worlds = _budget(player)
        return Bot(name, rules, seed, worlds)
    from .seat import make
    made = make(player, rules, seat, seed)
    return made if hasattr(made, "watch") else _Deaf(made)


class _Deaf:
    """A player that does not watch."""

    def __init__(self, player: Any) -> None:
        self.act = player.act

    def watch(self, view: Any) -> None:
        pass


def _in_python(players: Sequence[Any], rules: Rules, seats: int, deals: int, seed: Any) -> list[Standing]:
    last = len(players) - 1
    shares: list[list[float]] = [[] for _ in players]
    for deal in range(deals):
        won = [0.0] * len(players)
        for turn in range(seats):
            who = [min((seat + seats - turn) % seats, last) for seat in range(seats)]
            game = Game(rules, seats, f"{seed}/{deal}")
            play(game, [_seated(players[index], rules, seat, f"{seed}/{deal}/{turn}/{seat}") for seat, index in enumerate(who)])
            for seat in game.winners:
                won[who[seat]] += 1 / len(game.winners)
        for index, count in enumerate(won):
            sittings = seats * (seats - last if index == last else 1)
            shares[index].append(count / sittings)
    return [_standing(name, values, seats) for name, values in zip(_names(players), shares)]


def _standing(name: str, values: list[float], seats: int) -> Standing:
    """The mean over the deals, and its interval: the games of one deal resemble each other."""
    mean = sum(values) / len(values)
    half = 1.0
    if len(values) > 1:
        half = _Z * math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return Standing(name, mean, max(0.0, mean - half), min(1.0, mean + half), seats * len(values))
