"""libuno.so, found and declared. Everything else in the package calls it through here."""

import ctypes
import os
from ctypes import (CDLL, CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint,
                    c_uint8, c_uint16, c_uint32, c_uint64, c_void_p)
from pathlib import Path

VERSION = 2  # of foreign.h
NAMES = ("libuno.so", "libuno.so.0")
NEEDED = ("libinih.so.1", "libcjson.so.1")
SEATS = "ABCDEFGHIJ"
SPECTATOR = 10
FACES = 64


class LibraryError(ImportError):
    """The C library is missing, or too old or new for this package."""


# ---- where it is ----

def _places():
    """The paths to try, the likeliest first."""
    package = Path(__file__).resolve().parent
    for name in NAMES:
        yield package / name
    for name in NAMES:
        yield package.parent.parent / "build" / name  # the source tree
    for above in list(package.parents)[1:4]:  # PREFIX/lib/python3.11/dist-packages/uno
        for name in reversed(NAMES):
            yield above / name


def _find():
    told = os.environ.get("UNO_LIBRARY")
    if told:
        if not os.path.exists(told):
            raise LibraryError(f"UNO_LIBRARY is {told!r}, but there is no such file")
        return told
    for place in _places():
        if place.is_file():
            return str(place)
    return NAMES[-1]  # the system's loader may know it


def _open():
    path = _find()
    try:
        for needed in NEEDED:  # a wheel brings them; once loaded, they are found by name
            beside = Path(__file__).resolve().parent / needed
            if beside.is_file():
                CDLL(str(beside), ctypes.RTLD_GLOBAL)
        return CDLL(path), path
    except OSError as error:
        raise LibraryError(
            f"the C library of uno cannot be loaded ({error}). Build it with `make` in the source tree, install it "
            "with `make install` and `ldconfig`, or set UNO_LIBRARY to the path of libuno.so.") from None


# ---- structs that are passed by layout; their sizes are compared below ----

class RulesetError(Structure):
    _fields_ = [("file", c_char * 256), ("line", c_uint), ("column", c_uint), ("text", c_char * 320),
                ("about", c_char_p), ("fixes", c_char_p)]


class RecordError(Structure):
    _fields_ = [("line", c_uint), ("column", c_uint), ("text", c_char * 360)]


class ParseError(Structure):
    _fields_ = [("line", c_uint), ("column", c_uint), ("text", c_char * 160)]


class RulesError(Structure):
    _fields_ = [("text", c_char * 200), ("about", c_char_p), ("fixes", c_char_p), ("offset", c_uint), ("source", c_uint),
                ("card", c_uint)]


class RecordReport(Structure):
    _fields_ = [("proof", c_int), ("replayed", c_bool), ("finished", c_bool)]


class Seed(Structure):
    _fields_ = [("bytes", c_uint8 * 32)]


class Dice(Structure):
    _fields_ = [("state", c_uint64)]


class EncodeField(Structure):
    _fields_ = [("name", c_char_p), ("offset", c_uint), ("size", c_uint)]


class BatchArrays(Structure):
    _fields_ = [("observations", c_void_p), ("mask", c_void_p), ("bits", c_void_p), ("seat", c_void_p),
                ("player", c_void_p), ("rewards", c_void_p), ("dones", c_void_p)]


class BotBudget(Structure):
    _fields_ = [("worlds", c_uint), ("think_us", c_uint), ("clock_us", c_void_p)]


OPPONENTS_MAX = 16


class BatchPlan(Structure):
    _fields_ = [("games", c_uint), ("players", c_uint), ("choose_calls", c_bool), ("opponents", c_uint),
                ("opponent", c_void_p * OPPONENTS_MAX), ("budget", BotBudget), ("known", c_bool), ("past", c_uint)]


class ArenaRow(Structure):
    _fields_ = [("wins", c_double), ("low", c_double), ("high", c_double), ("games", c_uint64)]


class TurnHead(Structure):
    """The beginning of a Turn; what follows is C's own."""

    _fields_ = [("encoder", c_void_p), ("game", c_void_p), ("witness", c_void_p), ("past", c_void_p),
                ("mask", c_void_p), ("observation", c_void_p), ("seat", c_uint32), ("action", c_uint32),
                ("waived", c_uint32)]


Put = CFUNCTYPE(None, c_void_p, c_char_p)


class Printer(Structure):
    _fields_ = [("put", Put), ("sink", c_void_p)]


# ---- what is called ----

P, S, U, B = c_void_p, c_char_p, c_uint, c_bool
_FUNCTIONS = {  # name: result, arguments
    "foreign_version": (U,),
    "foreign_size": (c_size_t, S),
    "foreign_rules": (P, P),
    "foreign_ruleset_text": (S, P, S),
    "foreign_builtin": (S, U),
    "foreign_option": (S, P, U),
    "foreign_option_get": (B, P, S, P, U),
    "foreign_players": (U, P, B),
    "foreign_family": (S, P),
    "foreign_board": (c_int, P, P, S, U),
    "foreign_awaited": (c_uint16, P, P),
    "foreign_board_of": (P, P),
    "foreign_board_seen": (P, P),
    "foreign_view_cards": (B, P, S, U, P),
    "foreign_view_drawn": (c_int, P),
    "foreign_view_commit": (c_uint32, P),
    "foreign_witness_events": (U, P),
    "foreign_witness_event": (P, P, U),
    "foreign_bot": (S, U, B),
    "foreign_bot_plays": (B, P, P),
    "foreign_bot_init": (None, P, P, P, c_uint64, U, U),
    "foreign_encoder": (U, P, S),
    "foreign_encoder_field": (POINTER(EncodeField), P, U),
    "foreign_view_mask": (None, P, P, P),
    "foreign_view_observe": (None, P, P, P, P),
    "foreign_view_number": (c_uint32, P, P, U),
    "foreign_view_actions": (U, P, P, P),
    "foreign_view_read": (B, P, S, c_size_t, P, P),
    "foreign_view_seat": (U, P),
    "foreign_arena": (B, P, P, P, U, U, c_uint64, U, P, P),
    "foreign_batch_ended": (c_uint64, P),
    "foreign_record": (U, P, S),
    "foreign_record_score": (U, P, c_uint8),
    "foreign_record_text": (P, P, S, c_uint8),
    "foreign_record_seed": (None, P, P),
    "foreign_record_action": (c_uint32, P, c_size_t, P),
    "foreign_record_ruleset": (None, P, P),
    "ruleset_load": (B, S, P, P),
    "ruleset_parse": (B, S, S, c_size_t, S, P, P),
    "ruleset_change": (B, P, S, P),
    "ruleset_format": (U, P, P, U),
    "ruleset_hash": (None, P, P),
    "book_language_find": (c_bool, c_char_p, P),
    "ruleset_diff": (U, P, P, P, P),
    "ruleset_book": (None, P, P, c_int, U, P),
    "rules_allow_players": (B, P, U, P),
    "face_format": (U, P, c_uint8, P, U),
    "action_format": (U, P, c_uint32, P, U),
    "action_parse": (B, P, P, P),
    "verdict_name": (S, c_int),
    "verdict_rules": (S, c_int),
    "verdict_sentence": (S, c_int),
    "phase_name": (S, c_int),
    "game_init": (None, P, P, U, P, P, P),
    "game_actions": (U, P, P, c_uint8, P),
    "game_apply": (c_int, P, P, c_uint8, c_uint32, P),
    "board_waiting": (c_uint16, P, P),
    "witness_init": (None, P),
    "event_format": (U, P, P, P, P, U),
    "view_of": (None, P, P, P, U, P),
    "view_sample": (B, P, P, P, P, P),
    "rng_init": (None, P, P),
    "position_format": (U, P, P, P, P, U),
    "position_parse": (B, P, S, P, P, P),
    "fair_seed_of_text": (None, S, P),
    "bot_find": (P, S),
    "bot_watch": (None, P, P),
    "bot_act": (B, P, P, P),
    "record_init": (None, P, P, U),
    "record_free": (None, P),
    "record_add": (B, P, c_uint8, c_uint32),
    "record_finish": (None, P, P),
    "record_name_fits": (B, S),
    "record_parse": (B, S, c_size_t, P, P),
    "record_format": (None, P, P),
    "record_seed": (B, P, P),
    "record_verify": (B, P, P, P),
    "kept_parse": (B, S, c_size_t, P, P),
    "kept_differences": (U, P, P),
    "difference_code": (S, U),
    "difference_sentence": (S, U),
    "foreign_differences": (U,),
    "foreign_record_unrevealed": (c_uint16, P),
    "encode_init": (None, P, P, U, B),
    "encode_action": (c_int, P, c_uint8, c_uint32),
    "encode_number": (c_uint32, P, c_uint8, P, U),
    "encode_add": (None, P, B, U),
    "past_note": (None, P, P),
    "turn_show": (None, P),
    "turn_step": (B, P, c_int64),
    "turn_sample": (c_int64, P, P),
    "batch_init": (B, P, P, P, P),
    "batch_free": (None, P),
    "batch_reset": (None, P, c_uint64),
    "batch_step": (U, P, P),
    "batch_step_others": (U, P, P),
    "batch_sample": (None, P, P, P),
    "batch_game": (P, P, U),
    "batch_seed": (None, P, U, P),
    "game_asked": (c_uint8, P, P, c_uint16),
}


def _declare(lib, path):
    try:
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as error:
        raise LibraryError(f"{path} is not the library of this package: {error}. Build it again with `make`.") from None
    if lib.foreign_version() != VERSION:
        raise LibraryError(f"{path} has version {lib.foreign_version()} of the interface and this package wants "
                           f"{VERSION}: take both from the same source tree and build it with `make`.")
    for struct in RulesetError, RecordError, ParseError, RulesError, RecordReport, Seed, Dice, EncodeField, BatchArrays, BatchPlan, ArenaRow:
        if lib.foreign_size(struct.__name__.encode()) != ctypes.sizeof(struct):
            raise LibraryError(f"{path} lays out {struct.__name__} differently: build it again with `make`.")


lib, library_path = _open()
_declare(lib, library_path)


# ---- small helpers ----

def allocate(type_name):
    """Room for one C struct, zeroed; Python frees it."""
    size = lib.foreign_size(type_name.encode())
    return (c_uint64 * ((size + 7) // 8))()


def copy_struct(struct):
    return type(struct).from_buffer_copy(struct)


class Packed:
    """Makes objects that own structs without pointers picklable: {attribute: type of the struct}."""

    _structs = {}

    def __getstate__(self):
        packed = {name: bytes(getattr(self, name)) for name in self._structs}
        return {**self.__dict__, **packed, "interface": VERSION}

    def __setstate__(self, state):
        state = dict(state)
        version = state.pop("interface", None)
        for name, kind in self._structs.items():
            struct, data = allocate(kind), state[name]
            if version != VERSION or len(data) != ctypes.sizeof(struct):
                raise ValueError("this was pickled with another version of uno: pickles hand objects to other "
                                 "processes; keep games as records (uno.Record)")
            ctypes.memmove(struct, data, len(data))
            state[name] = struct
        self.__dict__.update(state)


def text_of(buffer):
    return buffer.value.decode("utf-8", "replace")


def collect(call):
    """What call(printer) prints, as one text."""
    pieces = []
    printer = Printer(Put(lambda _, piece: pieces.append(piece)), None)
    call(ctypes.byref(printer))
    return b"".join(pieces).decode("utf-8", "replace")


def seats_of(mask):
    return [seat for seat in range(len(SEATS)) if mask >> seat & 1]


def seat_number(seat, players):
    """A seat given as 0, 1, ... or as "A", "B", ..."""
    if isinstance(seat, bool) or not (isinstance(seat, str) or hasattr(seat, "__index__")):
        raise TypeError(f"a seat is a number or a letter, not {seat!r}")
    letters = SEATS[:players]
    if isinstance(seat, str):
        number = letters.index(seat.upper()) if len(seat) == 1 and seat.upper() in letters else -1
    else:
        number = seat.__index__()
    if not 0 <= number < players:
        raise ValueError(f"there is no seat {seat!r}: this table has the seats 0 to {players - 1}, or "
                         f"\"A\" to \"{letters[-1]}\"")
    return number


def seed_bytes(seed):
    """32 bytes from a text or an integer (the same each time), from 32 bytes as they are, or from chance for None."""
    out = Seed()
    if seed is None:
        out.bytes[:] = os.urandom(32)
    elif isinstance(seed, (bytes, bytearray)):
        if len(seed) != 32:
            raise ValueError(f"a seed of bytes has 32 of them, not {len(seed)}")
        out.bytes[:] = seed
    elif isinstance(seed, str) or (hasattr(seed, "__index__") and not isinstance(seed, bool)):
        text = seed if isinstance(seed, str) else str(seed.__index__())
        if "\0" in text:
            raise ValueError("a seed has no zero bytes")
        lib.fair_seed_of_text(text.encode(), ctypes.byref(out))
    else:
        raise TypeError(f"a seed is a text, an integer, 32 bytes or None, not {seed!r}")
    return out


def small_seed(seed):
    """The same for the 64-bit seeds of bots and batches."""
    if hasattr(seed, "__index__") and not isinstance(seed, bool):
        return seed.__index__() & 0xFFFFFFFFFFFFFFFF
    return int.from_bytes(bytes(seed_bytes(seed).bytes)[:8], "little")
