"""Games, and views of them: what one seat may know."""

from __future__ import annotations

import ctypes
from typing import Any, Iterable

from ._library import (FACES, SEATS, SPECTATOR, Packed, ParseError, Seed, allocate, copy_struct, lib, seat_number,
                       seats_of, seed_bytes)
from .rules import Rules, as_rules, text_of_error

_ACTIONS_MAX = 2048
_COLOURS = "RYGB"
_NAMES = ["R", "Y", "G", "B", "even", "odd", "low", "high"]


class Refused(ValueError):
    """An action that the rules forbid. Nothing has changed."""

    def __init__(self, action: str, seat: int, verdict: int) -> None:
        self.action, self.seat = action, seat
        self.verdict = lib.verdict_name(verdict).decode()
        self.rules = lib.verdict_rules(verdict).decode().split()
        self.sentence = lib.verdict_sentence(verdict).decode()
        ids = f" ({' '.join(self.rules)})" if self.rules else ""
        super().__init__(f"{SEATS[seat]} {action}: {self.sentence}{ids}")


class NotAnAction(ValueError):
    """A text that is no action of these rules."""


def parse_action(rules: Rules, text: str) -> int:
    if not isinstance(text, str):
        raise TypeError(f"an action is a text such as \"R5\" or \"draw\", not {text!r}")
    buffer = ctypes.create_string_buffer(text.encode())
    at, out = ctypes.c_void_p(ctypes.addressof(buffer)), ctypes.c_uint32()
    good = lib.action_parse(rules._rules, ctypes.byref(at), ctypes.byref(out))
    read = at.value - ctypes.addressof(buffer)
    if not good or read != len(buffer) - 1:
        raise NotAnAction(f"{text!r} is not an action of {rules.name} (docs/notation.md lists them)")
    return out.value


def format_action(rules: Rules, action: int) -> str:
    out = ctypes.create_string_buffer(64)
    lib.action_format(rules._rules, action, out, len(out))
    return out.value.decode()


class _Table:
    """What games and views both tell of the table."""

    def _field(self, name: str, seat: int = 0) -> int:
        value = lib.foreign_board(self.rules._rules, self._board, name.encode(), seat)
        if value == -2**31:
            raise AttributeError(f"a table of the {self.rules.family} family has no {name!r}")
        return value

    def _seat(self, name: str) -> int | None:
        seat = self._field(name)
        return None if seat < 0 else seat

    def _card(self, name: str, seat: int = 0) -> str | None:
        face = self._field(name, seat)
        return None if face < 0 else self.rules.face(face)

    def _each(self, name: str) -> list[int]:
        return [self._field(name, seat) for seat in range(self.players)]

    players = property(lambda self: self._field("players"))
    phase = property(lambda self: lib.phase_name(self._field("phase")).decode(), doc="the one question on the table")
    over = property(lambda self: self._field("phase") == 0)
    winners = property(lambda self: seats_of(self._field("winners")), doc="the seats that have won, once it is over")
    scores = property(lambda self: self._each("score"))
    counts = property(lambda self: self._each("count"), doc="cards held; in Split UNO number cards")
    deals = property(lambda self: self._field("deals"))
    turns = property(lambda self: self._field("turns"))
    awaited = property(lambda self: seats_of(lib.foreign_awaited(self.rules._rules, self._board)),
                       doc="the seats without which the game cannot go on")
    waiting = property(lambda self: seats_of(lib.board_waiting(self.rules._rules, self._board)),
                       doc="these, and all who may call, catch or jump in")

    # classic
    turn = property(lambda self: self._field("turn"), doc="the seat asked")
    dealer = property(lambda self: self._field("dealer"))
    top = property(lambda self: self._card("top"), doc="the card on the table")
    direction = property(lambda self: self._field("direction"), doc="1 clockwise, -1 the other way")
    pile = property(lambda self: self._field("pile"), doc="cards to draw from")
    pending = property(lambda self: self._field("pending"), doc="cards that somebody is about to draw")
    draw_card = property(lambda self: self._card("draw_card"), doc="the card that makes them draw")
    attacker = property(lambda self: self._seat("attacker"), doc="who laid it")
    uno_seat = property(lambda self: self._seat("uno_seat"), doc="played down to one card: may call or be caught")
    uno_called = property(lambda self: bool(self._field("uno_called")))
    out = property(lambda self: seats_of(self._field("out")), doc="the seats that have finished (elimination)")

    @property
    def colour(self) -> str | None:
        """The colour in play, "R", "Y", "G" or "B"; None until it is named."""
        colour = self._field("colour")
        return None if colour < 0 else _COLOURS[colour]

    # split
    action_counts = property(lambda self: self._each("actions"), doc="action cards held")
    lead = property(lambda self: self._seat("lead"))
    actor = property(lambda self: self._seat("actor"), doc="who played the action card in progress")
    target = property(lambda self: self._seat("target"))
    card = property(lambda self: self._card("card"), doc="the action card in progress")
    claimant = property(lambda self: self._seat("claimant"))
    blocked = property(lambda self: seats_of(self._field("blocked")))
    bidders = property(lambda self: seats_of(self._field("bidders")))
    committed = property(lambda self: seats_of(self._field("committed")), doc="whose choice lies face down")
    streaks = property(lambda self: self._each("streak"), doc="number rounds won in a row")
    numbers_left = property(lambda self: self._field("numbers_left"))
    actions_left = property(lambda self: self._field("actions_left"))
    steps = property(lambda self: self._field("steps"))
    duties = property(lambda self: [None if d < 0 else _NAMES[d] for d in self._each("duty")],
                      doc="what a Wild obliges each seat to bid")
    shown = property(lambda self: [self._card("shown", seat) for seat in range(self.players)],
                     doc="revealed bids whose 0 or 7 is still to be seen to")


class View(Packed, _Table):
    """What one seat, or a spectator (seat None), may know. Game.view() makes them."""

    _structs = {"_view": "View", "_past": "Past"}

    def __init__(self, rules: Rules, struct: Any, seat: int | None, past: Any = None) -> None:
        self.rules, self._view, self.seat = rules, struct, seat
        self._past = allocate("Past") if past is None else copy_struct(past)

    def actions(self) -> list[str]:
        """What the view's seat may do now, as texts; nothing for a spectator."""
        out = (ctypes.c_uint32 * _ACTIONS_MAX)()
        count = lib.foreign_view_actions(self.rules._rules, self._view, out)
        return [format_action(self.rules, action) for action in out[:count]]

    @property
    def _board(self) -> Any:
        return lib.foreign_board_seen(self._view)

    def _cards(self, pile: bytes, seat: int = 0) -> list[str]:
        copies = (ctypes.c_uint8 * FACES)()
        lib.foreign_view_cards(self._view, pile, seat, copies)
        return [self.rules.face(face) for face in range(FACES) for _ in range(copies[face])]

    hand = property(lambda self: self._cards(b"hand"), doc="the own cards")
    discards = property(lambda self: self._cards(b"open"), doc="below the top card; in Split UNO all that was shed")

    @property
    def known(self) -> dict[int, list[str]]:
        """Cards seen in other hands that are there still: {seat: cards}."""
        found = {seat: self._cards(b"known", seat) for seat in range(self.players)}
        return {seat: cards for seat, cards in found.items() if cards}

    @property
    def drawn(self) -> str | None:
        """The card just drawn that may be played now, or None."""
        face = lib.foreign_view_drawn(self._view)
        return None if face < 0 else self.rules.face(face)

    @property
    def commit(self) -> str | None:
        """The own choice that lies face down, or None."""
        action = lib.foreign_view_commit(self._view)
        return format_action(self.rules, action) if action else None

    @classmethod
    def parse(cls, rules: Rules | str, text: str) -> "View":
        """A view from the JSON of the bot protocol (docs/bot-protocol.md)."""
        rules, struct, error = as_rules(rules), allocate("View"), ctypes.create_string_buffer(200)
        data = text.encode()
        if not lib.foreign_view_read(rules._rules, data, len(data), struct, error):
            raise ValueError(f"this is not a view of {rules.name}: {error.value.decode('utf-8', 'replace')}")
        seat = lib.foreign_view_seat(struct)
        return cls(rules, struct, None if seat == SPECTATOR else seat)

    def sample(self, seed: Any = None) -> "Game":
        """A game that this seat could not tell from the real one: Game.sample(view)."""
        return Game.sample(self, seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.rules == other.rules and bytes(self._view) == bytes(other._view)

    __hash__ = None

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else SEATS[self.seat]
        table = f"on {self.top}" if self.rules.family == "classic" and self.top else f"counts {self.counts}"
        return f"<uno.View {who}: {self.phase} {table} hand {' '.join(self.hand)}>"


class Game(Packed, _Table):
    """One game. `seed` is a text or an integer (the same game each time), 32 bytes, or None for chance.

    Two games are equal if they stand alike and will go on alike: table, hands, chance, what was seen."""

    _structs = {"_game": "Game", "_witness": "Witness", "_past": "Past"}

    def __init__(self, rules: Rules | str = "official", players: int = 2, seed: Any = None) -> None:
        self.rules = as_rules(rules)
        players = self.rules.check_players(players)
        self._game, self._witness, self._past = allocate("Game"), allocate("Witness"), allocate("Past")
        self._seed, self._log = seed_bytes(seed), []
        lib.game_init(self.rules._rules, self._game, players, ctypes.byref(self._seed), None, self._witness)
        lib.past_note(self._past, self._witness)

    @classmethod
    def _empty(cls, rules: Rules) -> "Game":
        game = cls.__new__(cls)
        game.rules, game._seed, game._log = rules, None, []
        game._game, game._witness, game._past = allocate("Game"), allocate("Witness"), allocate("Past")
        lib.witness_init(game._witness)
        return game

    @classmethod
    def from_position(cls, rules: Rules | str, text: str) -> "Game":
        """A game set up by hand (docs/notation.md, Positions)."""
        if not isinstance(text, str):
            hint = ": call position() with its parentheses" if callable(text) else ""
            raise TypeError(f"a position is a text, not {text!r}{hint}")
        game, error = cls._empty(as_rules(rules)), ParseError()
        if not lib.position_parse(game.rules._rules, text.encode(), game._game, game._witness, ctypes.byref(error)):
            raise ValueError(f"line {error.line}, column {error.column}: {text_of_error(error)}")
        return game

    @classmethod
    def sample(cls, view: View, seed: Any = None) -> "Game":
        """A game behind a view: every card that its seat cannot see is dealt again."""
        game, rng = cls._empty(view.rules), allocate("Rng")
        lib.rng_init(rng, ctypes.byref(seed_bytes(seed)))
        if not lib.view_sample(view.rules._rules, view._view, rng, game._game, game._witness):
            raise ValueError("no game of these rules can have this view")
        game._past = copy_struct(view._past)
        return game

    @property
    def _board(self) -> Any:
        return lib.foreign_board_of(self._game)

    @property
    def seed(self) -> bytes | None:
        """The 32 bytes all chance follows from; None for a game that was set up or sampled."""
        return None if self._seed is None else bytes(self._seed.bytes)

    def actions(self, seat: int | str) -> list[str]:
        """What the seat may do now, as texts."""
        out = (ctypes.c_uint32 * _ACTIONS_MAX)()
        count = lib.game_actions(self.rules._rules, self._game, seat_number(seat, self.players), out)
        return [format_action(self.rules, action) for action in out[:count]]

    def apply(self, seat: int | str, action: str) -> list[str]:
        """Does it, and returns what happened in sentences; or raises Refused and changes nothing."""
        seat, code = seat_number(seat, self.players), parse_action(self.rules, action)
        verdict = lib.game_apply(self.rules._rules, self._game, seat, code, self._witness)
        if verdict:
            raise Refused(action, seat, verdict)
        self._log.append((seat, code))
        lib.past_note(self._past, self._witness)
        return self.events

    @property
    def history(self) -> list[tuple[int, str]]:
        """What was done so far: [(seat, action), ...]."""
        return [(seat, format_action(self.rules, code)) for seat, code in self._log]

    @property
    def events(self) -> list[str]:
        """What the table heard of the last action."""
        out = ctypes.create_string_buffer(256)
        sentences = []
        for index in range(lib.foreign_witness_events(self._witness)):
            event = lib.foreign_witness_event(self._witness, index)
            if event and lib.event_format(self.rules._rules, event, None, out, len(out)):
                sentences.append(out.value.decode("utf-8", "replace"))
        return sentences

    def view(self, seat: int | str | None) -> View:
        """What this seat may know; None: a spectator."""
        number = SPECTATOR if seat is None else seat_number(seat, self.players)
        struct = allocate("View")
        lib.view_of(self.rules._rules, self._game, self._witness, number, struct)
        return View(self.rules, struct, None if seat is None else number, self._past)

    def asked(self, waived: Iterable[int] = ()) -> int | None:
        """The seat to ask next: first those who may act out of turn and have not let it be. None when it is over."""
        if self.over:
            return None
        mask = sum(1 << seat for seat in set(waived))
        return lib.game_asked(self.rules._rules, self._game, mask)

    def copy(self) -> "Game":
        """The same game once more; both go on by themselves, alike."""
        game = type(self).__new__(type(self))
        game.rules, game._log = self.rules, list(self._log)
        game._seed = None if self._seed is None else Seed.from_buffer_copy(self._seed)
        game._game, game._witness = copy_struct(self._game), copy_struct(self._witness)
        game._past = copy_struct(self._past)
        return game

    __copy__ = copy

    def position(self) -> str:
        """The whole game as text; Game.from_position() reads it."""
        out = ctypes.create_string_buffer(65536)
        lib.position_format(self.rules._rules, self._game, self._witness, out, len(out))
        return out.value.decode()

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Game) and self.rules == other.rules and bytes(self._game) == bytes(other._game)
                and bytes(self._witness) == bytes(other._witness))

    __hash__ = None

    def __repr__(self) -> str:
        state = f"over, winners {self.winners}" if self.over else f"{self.phase}, awaited {self.awaited}"
        return f"<uno.Game {self.rules.name}, {self.players} players, {state}>"
