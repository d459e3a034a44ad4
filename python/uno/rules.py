"""Rules: built-in rulesets, files of your own, options by name."""

from __future__ import annotations

import ctypes
import os
from typing import Any

from ._library import Packed, allocate, collect, copy_struct, lib, text_of
from . import _library


class RulesError(ValueError):
    """A ruleset that cannot be read, or options that do not fit together."""

    def __init__(self, error: Any) -> None:
        self.file = error.file.decode("utf-8", "replace")
        self.line, self.column = error.line, error.column
        message = error.text.decode("utf-8", "replace")
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        super().__init__(f"{place}: {message}" if place else message)


def rulesets() -> list[str]:
    """The names of the built-in rulesets."""
    names, index = [], 0
    while (name := lib.foreign_builtin(index)) is not None:
        names.append(name.decode())
        index += 1
    return names


def book_language(code: str) -> Any:
    """The words of a rulebook; None is English."""
    found = ctypes.c_void_p()
    if not lib.book_language_find(code.encode(), ctypes.byref(found)):
        raise ValueError(f"the language of a book is en or de, not {code!r}")
    return found


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value)


class Rules(Packed):
    """The rules of a game; they never change. Rules("official", target=0) changes options on the way in."""

    _structs = {"_ruleset": "Ruleset"}

    def __init__(self, name: Any = "official", **options: Any) -> None:
        self._ruleset, error = allocate("Ruleset"), _library.RulesetError()
        if not isinstance(name, (str, bytes)) and not hasattr(name, "__fspath__"):
            raise TypeError(f"rules are a name or the path of a file, not {name!r}")
        if not lib.ruleset_load(os.fsencode(name), self._ruleset, ctypes.byref(error)):
            raise RulesError(error)
        self._set(options)

    @classmethod
    def parse(cls, text: str, name: str = "own", folder: Any = None) -> "Rules":
        """The text of a ruleset file. `folder` is where the files it extends lie."""
        rules, error, data = cls.__new__(cls), _library.RulesetError(), text.encode()
        rules._ruleset = allocate("Ruleset")
        where = None if folder is None else str(folder).encode()
        if not lib.ruleset_parse(name.encode(), data, len(data), where, rules._ruleset, ctypes.byref(error)):
            raise RulesError(error)
        return rules

    def change(self, **options: Any) -> "Rules":
        """These rules with other options."""
        rules = type(self).__new__(type(self))
        rules._ruleset = copy_struct(self._ruleset)
        rules._set(options)
        return rules

    def _set(self, options: dict[str, Any]) -> None:
        error = _library.RulesetError()
        for key, value in options.items():
            if not lib.ruleset_change(self._ruleset, f"{key}={_option_text(value)}".encode(), ctypes.byref(error)):
                raise RulesError(error)

    @property
    def _rules(self) -> Any:
        return lib.foreign_rules(self._ruleset)

    def _text(self, what: bytes) -> str:
        return lib.foreign_ruleset_text(self._ruleset, what).decode("utf-8", "replace")

    name = property(lambda self: self._text(b"name"))
    title = property(lambda self: self._text(b"title"))
    about = property(lambda self: self._text(b"about"))
    parent = property(lambda self: self._text(b"parent"))
    family = property(lambda self: lib.foreign_family(self._rules).decode())

    @property
    def players(self) -> range:
        """How many can play: a range."""
        return range(lib.foreign_players(self._rules, False), lib.foreign_players(self._rules, True) + 1)

    def __getitem__(self, option: str) -> str:
        """The value of an option as a ruleset file writes it: "500", "on", "same"."""
        out = ctypes.create_string_buffer(256)
        if not lib.foreign_option_get(self._rules, option.encode(), out, len(out)):
            raise KeyError(option)
        return text_of(out)

    @property
    def options(self) -> dict[str, str]:
        """Every option of these rules and its value, as a ruleset file writes them."""
        names, index = [], 0
        while (name := lib.foreign_option(self._rules, index)) is not None:
            names.append(name.decode())
            index += 1
        return {name: self[name] for name in names}

    def book(self, format: str = "markdown", width: int = 100, language: str = "en") -> str:
        """The whole rulebook; format is "markdown" or "terminal", language is "en" or "de"."""
        formats = ["markdown", "terminal"]
        if format not in formats:
            raise ValueError(f"the format of a book is markdown or terminal, not {format!r}")
        spoken = book_language(language)
        return collect(lambda printer: lib.ruleset_book(self._ruleset, spoken, formats.index(format), width, printer))

    def diff(self, other: Rules | str, language: str = "en") -> str:
        """What changes from these rules to the other ones, in sentences."""
        other, spoken = as_rules(other), book_language(language)
        return collect(lambda printer: lib.ruleset_diff(self._ruleset, other._ruleset, spoken, printer))

    @property
    def text(self) -> str:
        """The canonical text: what is not at its default. Rules.parse() reads it."""
        out = ctypes.create_string_buffer(8192)
        lib.ruleset_format(self._rules, out, len(out))
        return text_of(out)

    @property
    def hash(self) -> str:
        out = ctypes.create_string_buffer(33)
        lib.ruleset_hash(self._rules, out)
        return out.value.decode()

    def check_players(self, players: int) -> int:
        """The number of players, if these rules allow it; else ValueError says how many can play."""
        error = _library.RulesError()
        if isinstance(players, bool) or not hasattr(players, "__index__"):
            raise TypeError(f"players is a number, not {players!r}")
        if not 0 <= players < 2**31 or not lib.rules_allow_players(self._rules, players, ctypes.byref(error)):
            raise ValueError(f"{self.name}: " + (text_of_error(error) or f"{players} cannot play"))
        return players.__index__()

    def face(self, face: int) -> str:
        """The code of a card by its number, 0 to 63: "R5"."""
        out = ctypes.create_string_buffer(16)
        lib.face_format(self._rules, face, out, len(out))
        return text_of(out)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<uno.Rules {self.name} {self.hash[:8]}>"


def text_of_error(error: Any) -> str:
    return error.text.decode("utf-8", "replace")


def as_rules(rules: Rules | str) -> Rules:
    return rules if isinstance(rules, Rules) else Rules(rules)
