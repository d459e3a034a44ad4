"""uno: every UNO-family rulebook, exact. Games, views, bots, records, and environments for programs that learn.

    import uno
    game = uno.Game("official", players=2, seed="friday")
    game.actions(game.turn)          # ['R5', 'draw', ...]
    game.apply(game.turn, "draw")

uno.aec and uno.vector, which need numpy, are loaded when they are first used. docs/python.md tells it all."""

import importlib

from ._library import LibraryError, library_path
from . import fair
from .bots import Bot, bots, play
from .game import Game, NotAnAction, Refused, View
from .match import Standing, arena
from .records import Record, RecordError, Report
from .rules import Rules, RulesError, rulesets

__all__ = ["Bot", "Encoding", "Game", "LibraryError", "NotAnAction", "Record", "RecordError", "Refused", "Report",
           "Rules", "RulesError", "Standing", "View", "aec", "arena", "bots", "fair", "library_path", "play", "rulesets", "vector"]


def __getattr__(name):
    if name in ("aec", "vector", "encoding", "seat", "spaces"):
        return importlib.import_module(f".{name}", __name__)
    if name == "Encoding":
        return importlib.import_module(".encoding", __name__).Encoding
    raise AttributeError(f"module 'uno' has no attribute {name!r}")
