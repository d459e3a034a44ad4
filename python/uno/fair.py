"""Fair deals: the own part of the chance of a game at a server, and the record held against what the table showed.

    seed = fair.new_seed()
    commit = fair.commit(seed)                   # sent with "ready"; the seed itself only once the table is sealed
    kept = fair.Kept(players, seat, commitment, commits, seed, hand)
    fair.check(record_text, kept)                # Checked(good=True, differences=[], unrevealed=[])

docs/protocol.md, "Fair deals", has the whole of it."""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections import namedtuple
from typing import Any

from . import _library
from ._library import SEATS, allocate, lib, seat_number
from .records import Record, RecordError

Checked = namedtuple("Checked", "good differences unrevealed")
Checked.__doc__ = """`good`: the record holds, and is what was kept. `differences`: what is not, a sentence by each of the codes of
docs/notation.md. `unrevealed`: the seats whose seeds did not count; each leaves the server's operator a choice between
two deals."""


def new_seed() -> bytes:
    """32 bytes of chance."""
    return os.urandom(32)


def commit(seed: bytes) -> str:
    """What is sent beforehand: 64 hexadecimal digits."""
    if len(seed) != 32:
        raise ValueError(f"a seed has 32 bytes, not {len(seed)}")
    return hashlib.blake2b(b"uno seat seed 1" + bytes(seed), digest_size=32).hexdigest()


class Kept(namedtuple("Kept", "players seat commitment commits seed hand game", defaults=(None, None, None))):
    """What the table showed: the server's `commitment` before the own one was sent, all `commits` ({"A": hex}) before
    the own `seed` (32 bytes) was revealed, and the first `hand` (["R5", ...]). seed, hand and game may be None."""

    def format(self) -> str:
        """As text (docs/notation.md), for `uno verify --kept`."""
        seat = SEATS[seat_number(self.seat, self.players)]
        lines = ["uno-kept 1"] + ([f"game {self.game}"] if self.game else [])
        lines += [f"players {self.players}", f"seat {seat}", f"commitment {self.commitment}"]
        lines += [f"commit {letter} {hashed}" for letter, hashed in sorted(self.commits.items())]
        lines += [f"seed {bytes(self.seed).hex()}"] if self.seed else []
        lines += ["hand " + " ".join(self.hand)] if self.hand else []
        return "\n".join(lines) + "\n"

    __str__ = format


def _parse(kept: Any) -> Any:
    text = str(kept).encode()
    struct, error = allocate("Kept"), _library.RecordError()
    if not lib.kept_parse(text, len(text), struct, ctypes.byref(error)):
        raise RecordError(error)
    return struct


def check(record: Record | str | bytes, kept: Any) -> Checked:
    """Holds a record (its text, or a Record) against a Kept, or its text. RecordError: the record, or what was kept,
    cannot be read or does not hold in itself."""
    kept = _parse(kept)
    if not isinstance(record, Record):
        record = Record.parse(record)
    if not record.verify().finished:
        raise ValueError("the game of this record is not finished: it can be checked once the secret is shown")
    found = lib.kept_differences(kept, record._record)
    count = lib.foreign_differences()
    differences = {lib.difference_code(i).decode(): lib.difference_sentence(i).decode() for i in range(count)
                   if found >> i & 1}
    unrevealed = [seat for seat in range(record.players) if lib.foreign_record_unrevealed(record._record) >> seat & 1]
    return Checked(not found, differences, unrevealed)
