"""Actions as numbers and views as arrays, for programs that learn (docs/python.md)."""

from __future__ import annotations

from typing import Any

from ._library import allocate, lib, seat_number
from ._numpy import np
from .game import View, format_action, parse_action
from .rules import Rules, as_rules

WAIT = "wait"  # lets a chance to act out of turn be
WAIT_CODE = 0x00FFFFF0
_CALLS = ("auto", "choose")
PAST_MAX = 64  # of encode.h


def calls_chosen(calls: str) -> bool:
    """Whether calling is an action of its own; ValueError for what is neither."""
    if calls not in _CALLS:
        raise ValueError(f"calls is \"auto\" or \"choose\", not {calls!r}")
    return calls == "choose"


class Encoding:
    """The numbering of actions and the layout of observations for rules and a number of players.

    calls="auto": a play that may carry the UNO call does. calls="choose": calling is an action of its own.
    known=True: observations tell what the seat has seen in other hands. past=N: and the latest N things that the whole
    table heard (at most 64)."""

    def __init__(self, rules: Rules | str, players: int = 2, calls: str = "auto", known: bool = False,
                 past: int = 0) -> None:
        self.rules, self.calls, self.known = as_rules(rules), calls, bool(known)
        if isinstance(past, bool) or not hasattr(past, "__index__") or not 0 <= past <= PAST_MAX:
            raise ValueError(f"past is a number from 0 to {PAST_MAX}, not {past!r}")
        self.past = past.__index__()
        self.players = self.rules.check_players(players)
        self._encoder = allocate("Encoder")
        lib.encode_init(self._encoder, self.rules._rules, self.players, calls_chosen(calls))
        lib.encode_add(self._encoder, self.known, self.past)
        self.n = lib.foreign_encoder(self._encoder, b"numbers")
        self.words = lib.foreign_encoder(self._encoder, b"words")
        self.size = lib.foreign_encoder(self._encoder, b"observation")
        self.fields, index = {}, 0
        while field := lib.foreign_encoder_field(self._encoder, index):
            row = field.contents
            self.fields[row.name.decode()] = slice(row.offset, row.offset + row.size)
            index += 1

    def observe(self, view: View) -> Any:
        """What the view's seat sees: an array of `size` bytes."""
        self._check(view)
        out = np.empty(self.size, np.uint8)
        lib.foreign_view_observe(self._encoder, view._view, view._past, out.ctypes.data)
        return out

    def mask(self, view: View) -> Any:
        """Which numbers are legal for the view's seat: an array of `n` zeros and ones."""
        self._check(view)
        bits = np.zeros(self.words, np.uint64)
        if view.seat is not None:
            lib.foreign_view_mask(self._encoder, view._view, bits.ctypes.data)
        return unpack(bits)

    def number(self, seat: int | str, action: str) -> int:
        """The number of an action of this seat."""
        code = WAIT_CODE if action == WAIT else parse_action(self.rules, action)
        number = lib.encode_action(self._encoder, seat_number(seat, self.players), code)
        if number < 0:
            raise ValueError(f"{action!r} has no number in {self.rules.name} with {self.players} players")
        return number

    def text(self, seat: int | str, number: int, view: View | None = None) -> str:
        """The action of a number. With calls="auto" only a view of the seat tells whether it carries the call."""
        seat, number = seat_number(seat, self.players), self.check_number(number)
        if view is None:
            code = lib.encode_number(self._encoder, seat, None, number)
        else:
            self._check(view)
            code = lib.foreign_view_number(self._encoder, view._view, number)
        if code == 0:
            raise ValueError(f"no action has the number {number} in {self.rules.name}")
        return WAIT if code == WAIT_CODE else format_action(self.rules, code)

    def check_number(self, number: Any) -> int:
        """The number as an int, if it can be an action's."""
        if isinstance(number, (bool, np.bool_)) or not hasattr(number, "__index__"):
            raise TypeError(f"an action is a whole number, not {number!r}")
        if not 0 <= number.__index__() < self.n:
            raise ValueError(f"an action is a number from 0 to {self.n - 1}, not {number}")
        return number.__index__()

    def _check(self, view: View) -> None:
        if view.players != self.players or (view.rules is not self.rules and view.rules != self.rules):
            raise ValueError("this view is of other rules or another number of players: make the encoding with those "
                             "of the game, Encoding(game.rules, game.players)")

    def __reduce__(self) -> Any:
        return type(self), (self.rules, self.players, self.calls, self.known, self.past)


def unpack(bits: Any) -> Any:
    """Masks of bits, 64 to a word along the last axis, as zeros and ones."""
    words = np.ascontiguousarray(bits, dtype="<u8")
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")
