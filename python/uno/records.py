"""Records: games as text files that can be replayed and checked."""

from __future__ import annotations

import ctypes
from collections import namedtuple
from pathlib import Path
from typing import Any, Iterator, Sequence

from ._library import RecordReport, Seed, allocate, collect, lib, seats_of
from . import _library
from .game import Game, format_action
from .rules import Rules, text_of_error

Report = namedtuple("Report", "proof replayed finished")
Report.__doc__ = """What a record proves: `proof` is "none" (the seed is just written down), "waiting" (the secret is
not shown yet), "holds" (the secret and the seats' seeds are those that were committed to), or "open" (so they are, but the
seats' seeds were said in the open: the last to speak could choose); `replayed`: every action is legal; `finished`: the result is what they lead to."""

_PROOFS = ["none", "waiting", "holds", "open"]
_NAME_BYTES, _DATE_BYTES = 48, 32


class RecordError(ValueError):
    """A record that cannot be read or does not hold."""

    def __init__(self, error: Any) -> None:
        self.line, self.column, self.reason = error.line, error.column, text_of_error(error)
        place = f"line {error.line}, column {error.column}: " if error.column else f"line {error.line}: "
        super().__init__((place if error.line else "") + self.reason)


def _check_names(names: Sequence[str] | None, players: int) -> Sequence[str]:
    if names is None:
        return []
    if isinstance(names, (str, bytes)):
        raise TypeError(f"names is a list with a name for each of the {players} players, not {names!r}")
    names = list(names)
    if len(names) != players:
        raise ValueError(f"names has {len(names)} of them, and this game has {players} players: give one for each")
    return names


class Record:
    """Record.load(path), Record.parse(text) or Record.of(game)."""

    def __init__(self) -> None:
        self._record = allocate("Record")

    def __del__(self) -> None:
        if getattr(self, "_record", None) is not None and lib is not None:
            lib.record_free(self._record)

    @classmethod
    def load(cls, path: Any) -> "Record":
        """A record from a file."""
        return cls.parse(Path(path).read_bytes())

    @classmethod
    def parse(cls, text: str | bytes) -> "Record":
        """A record from its text; RecordError says what is wrong."""
        record, error = cls(), _library.RecordError()
        data = text.encode() if isinstance(text, str) else bytes(text)
        if not lib.record_parse(data, len(data), record._record, ctypes.byref(error)):
            raise RecordError(error)
        return record

    @classmethod
    def of(cls, game: Game, names: Sequence[str] | None = None, date: str = "") -> "Record":
        """What was played in this game so far; with the result once it is over."""
        if game.seed is None:
            raise ValueError("a game that was set up or sampled has no seed to be replayed from")
        names = _check_names(names, game.players)
        record = cls()
        lib.record_init(record._record, game.rules._ruleset, game.players)
        lib.foreign_record_seed(record._record, ctypes.byref(game._seed))
        record._put("date", 0, date, _DATE_BYTES)
        for seat, name in enumerate(names):
            record._name(seat, name)
        for seat, code in game._log:
            if not lib.record_add(record._record, seat, code):
                raise MemoryError("the record is too long")
        if game.over:
            lib.record_finish(record._record, game._game)
        return record

    def _name(self, seat: int, name: str) -> None:
        if not lib.record_name_fits(name.encode()):
            raise ValueError(f"{name!r} is no name for a record: 1 to 47 bytes without control characters")
        self._put("name", seat, name, _NAME_BYTES)

    def _put(self, what: str, seat: int, text: str, size: int) -> None:
        data = text.encode()
        if len(data) >= size or any(byte < 33 for byte in data if what == "date"):
            raise ValueError(f"{text!r} does not fit as the {what} of a record")
        ctypes.memmove(lib.foreign_record_text(self._record, what.encode(), seat), data + b"\0", len(data) + 1)

    def _text(self, what: str, seat: int = 0) -> str:
        return ctypes.string_at(lib.foreign_record_text(self._record, what, seat)).decode("utf-8", "replace")

    players = property(lambda self: lib.foreign_record(self._record, b"players"))
    finished = property(lambda self: bool(lib.foreign_record(self._record, b"finished")))
    winners = property(lambda self: seats_of(lib.foreign_record(self._record, b"winners")))
    date = property(lambda self: self._text(b"date"))
    names = property(lambda self: [self._text(b"name", seat) for seat in range(self.players)])
    scores = property(lambda self: [lib.foreign_record_score(self._record, seat) for seat in range(self.players)])

    @property
    def rules(self) -> Rules:
        rules = Rules.__new__(Rules)
        rules._ruleset = allocate("Ruleset")
        lib.foreign_record_ruleset(self._record, rules._ruleset)
        return rules

    @property
    def actions(self) -> list[tuple[int, str]]:
        """All actions in their order: [(seat, "R5"), ...]."""
        rules, seat, found = self.rules, ctypes.c_uint8(), []
        for index in range(len(self)):
            action = lib.foreign_record_action(self._record, index, ctypes.byref(seat))
            found.append((seat.value, format_action(rules, action)))
        return found

    def __len__(self) -> int:
        return lib.foreign_record(self._record, b"actions")

    def games(self) -> Iterator[tuple[int, Game]]:
        """The game after 0, 1, 2, ... actions: (number, game). It is the same Game each time; copy() what you keep."""
        seed = Seed()
        if not lib.record_seed(self._record, ctypes.byref(seed)):
            raise ValueError("the secret of this record is not shown yet: it cannot be replayed")
        game = Game(self.rules, self.players, bytes(seed.bytes))
        yield 0, game
        for number, (seat, action) in enumerate(self.actions, 1):
            game.apply(seat, action)
            yield number, game

    def replay(self, upto: int | None = None) -> Game:
        """The game as it stood after `upto` actions, or at the end."""
        if upto is not None and not hasattr(upto, "__index__"):
            raise TypeError(f"upto is a number of actions, not {upto!r}")
        if upto is not None and not 0 <= upto <= len(self):
            raise ValueError(f"upto is a number from 0 to {len(self)}, the actions of this record, not {upto}")
        for number, game in self.games():
            if number == upto:
                break
        return game

    def verify(self) -> "Report":
        """Checks all it states: a Report; RecordError for the first thing that is wrong."""
        report, error = RecordReport(), _library.RecordError()
        if not lib.record_verify(self._record, ctypes.byref(report), ctypes.byref(error)):
            raise RecordError(error)
        return Report(_PROOFS[report.proof], report.replayed, report.finished)

    def format(self) -> str:
        """The record as text."""
        return collect(lambda printer: lib.record_format(self._record, printer))

    __str__ = format

    def save(self, path: Any, overwrite: bool = False) -> None:
        """Writes a new file; FileExistsError if there is one already, unless overwrite=True."""
        try:
            with open(path, "w" if overwrite else "x", encoding="utf-8") as file:
                file.write(self.format())
        except FileExistsError as error:
            why = "there is a file already, which save(path, overwrite=True) would replace"
            raise FileExistsError(error.errno, why, str(path)) from None

    def __reduce__(self) -> Any:
        return type(self).parse, (self.format(),)

    def __repr__(self) -> str:
        return f"<uno.Record {self._text(b'ruleset')}, {self.players} players, {len(self)} actions>"
