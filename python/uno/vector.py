"""Thousands of games in one call. C writes straight into the arrays; nothing is copied per game.

    env = uno.vector.VectorEnv("official", games=4096)
    env.reset(seed=1)
    while True:
        actions = ...                      # from env.observations and env.action_mask
        observations, rewards, dones = env.step(actions)
"""

import ctypes

from ._library import BatchArrays, Dice, Seed, allocate, lib, small_seed
from ._numpy import np
from .bots import find_bot
from .encoding import Encoding
from .game import Game
from .rules import as_rules
from .spaces import Box, Discrete

GAMES_MAX = 1 << 22


class VectorEnv:
    """`games` tables at once; a game that ends is dealt again in the same step.

    opponents=None: you play every seat; env.seat says whose move it is in each game. opponents="random" (or any other
    bot): the bot plays every seat but one, which changes from deal to deal.

    The arrays, which every reset() and step() overwrites (copy what you keep):

        observations  (games, encoding.size) uint8
        action_mask   (games, n) uint8, 0 or 1; None with mask="bits"
        mask_bits     (games, words) uint64, the same in bits
        seat          (games,) uint8
        rewards       (games, players) float32 by seat; with opponents (games,): 1 won, -1 lost, else 0
        dones         (games,) bool: this step ended the game; all but rewards is of the next one"""

    def __init__(self, rules="official", games=4096, players=2, opponents=None, calls="auto", mask="bytes", worlds=0):
        self._batch = None
        self.rules = as_rules(rules)
        self.encoding = Encoding(self.rules, players, calls)
        if isinstance(games, bool) or not hasattr(games, "__index__") or not 1 <= games <= GAMES_MAX:
            raise ValueError(f"games is a number from 1 to {GAMES_MAX}, not {games!r}")
        if mask not in ("bytes", "bits"):
            raise ValueError(f"mask is \"bytes\" or \"bits\", not {mask!r}")
        kind = None if opponents is None else find_bot(opponents, self.rules)
        self.games = self.num_envs = games.__index__()
        self.players, self.opponents, self.n = self.encoding.players, opponents, self.encoding.n
        self._make_arrays(mask)
        batch = allocate("Batch")
        if not lib.foreign_batch_init(batch, self.rules._rules, self.games, self.players, calls == "choose", kind,
                                      worlds, ctypes.byref(self._pointers())):
            raise MemoryError(f"there is not enough memory for {self.games} games")
        self._batch, self._dealt, self._dice = batch, False, Dice(0)

    def _make_arrays(self, mask):
        games, code = self.games, self.encoding
        self.observations = np.zeros((games, code.size), np.uint8)
        self.action_mask = np.zeros((games, code.n), np.uint8) if mask == "bytes" else None
        self.mask_bits = np.zeros((games, code.words), np.uint64)
        self.seat = np.zeros(games, np.uint8)
        self.rewards = np.zeros((games, self.players) if self.opponents is None else games, np.float32)
        self.dones = np.zeros(games, np.bool_)
        self._arrays = [self.observations, self.action_mask, self.mask_bits, self.seat, self.rewards, self.dones]
        self.single_action_space = self.action_space = Discrete(code.n)
        self.single_observation_space = Box(0, 255, (code.size,), np.uint8)

    def _pointers(self):
        return BatchArrays(*(None if array is None else array.ctypes.data for array in self._arrays))

    def _open(self):
        if self._batch is None:
            raise RuntimeError("this environment is closed")
        return self._batch

    def reset(self, seed=0):
        """Deals every game. The same seed and actions give the same games."""
        lib.batch_reset(self._open(), small_seed(seed))
        self._dice.state, self._dealt = small_seed(seed), True
        return self.observations

    def step(self, actions):
        """One action in each game, as numbers; returns (observations, rewards, dones), the arrays above.

        A number that is not legal raises ValueError and then nothing has happened in any game."""
        actions = self._check(actions)
        game = lib.batch_step(self._batch, actions.ctypes.data)
        if game != self.games:
            raise ValueError(f"game {game}: {self._why_not(game, int(actions[game]))}")
        return self.observations, self.rewards, self.dones

    def _check(self, actions):
        self._open()
        if not self._dealt:
            raise RuntimeError("call reset() before step()")
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {actions.dtype}")
        if actions.shape != (self.games,):
            raise ValueError(f"actions must have the shape ({self.games},), one for each game, not {actions.shape}")
        return np.ascontiguousarray(actions, dtype=np.int64)

    def _why_not(self, game, number):
        try:
            text = self.encoding.text(int(self.seat[game]), number)
        except ValueError as error:
            return str(error)
        return f"{text} (number {number}) is not legal there; see action_mask[{game}]"

    def sample(self, out=None):
        """A random legal action for each game, every number equally likely: for measuring and for tests."""
        self._open()
        if not self._dealt:
            raise RuntimeError("call reset() before sample()")
        if out is None:
            out = np.empty(self.games, np.int64)
        elif out.dtype != np.int64 or out.shape != (self.games,) or not out.flags.c_contiguous:
            raise ValueError(f"out must be a contiguous int64 array of the shape ({self.games},)")
        lib.batch_sample(self._batch, ctypes.byref(self._dice), out.ctypes.data)
        return out

    @property
    def ended(self):
        """How many games have ended since the reset."""
        return lib.foreign_batch_ended(self._open())

    def game(self, index):
        """A copy of one of the games, to look at. It knows nothing of what was seen in other hands."""
        self._check_index(index)
        game = Game._empty(self.rules)
        ctypes.memmove(game._game, lib.batch_game(self._batch, index), lib.foreign_size(b"Game"))
        return game

    def seed_of(self, index):
        """The seed of one of the games: Game(rules, players, seed) deals the same cards."""
        self._check_index(index)
        seed = Seed()
        lib.batch_seed(self._batch, index, ctypes.byref(seed))
        return bytes(seed.bytes)

    def _check_index(self, index):
        self._open()
        if not 0 <= index < self.games:
            raise IndexError(f"there are the games 0 to {self.games - 1}")
        if not self._dealt:
            raise RuntimeError("call reset() first")

    def close(self):
        """Frees the games; the arrays stay."""
        if self._batch is not None:
            lib.batch_free(self._batch)
            self._batch = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_batch", None) is not None and lib is not None:
            self.close()

    def __reduce__(self):
        raise TypeError("a VectorEnv cannot be copied or pickled: make another one with the same arguments; game(i) is "
                        "a copy of one of its games")

    def __repr__(self):
        return f"<uno.vector.VectorEnv {self.rules.name}, {self.games} games of {self.players}>"
