"""Thousands of games in one call. C writes straight into the arrays; nothing is copied per game.

    env = uno.vector.VectorEnv("official", games=4096)
    observations, infos = env.reset(seed=1)
    while True:
        actions = ...                      # from observations and infos["action_mask"]
        observations, rewards, terminations, truncations, infos = env.step(actions)

VectorEnv is a gymnasium.vector.VectorEnv where gymnasium can be imported, and has the same calls where it cannot."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Sequence

from ._library import OPPONENTS_MAX, BatchArrays, BatchPlan, Dice, Seed, allocate, lib, small_seed
from ._numpy import np
from .bots import find_bot
from .encoding import Encoding
from .game import Game
from .rules import Rules, as_rules
from .spaces import Box, Discrete, MultiDiscrete

try:
    from gymnasium.vector import VectorEnv as _Base
except ImportError:
    _Base = object
try:
    from gymnasium.vector import AutoresetMode
    _METADATA: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
except ImportError:
    _METADATA = {"render_modes": [], "autoreset_mode": "SameStep"}

GAMES_MAX = 1 << 22

#: A frozen policy: (observations, action_mask) of the games where it is to move -> an action for each of them.
Policy = Callable[[Any, Any], Any]


class VectorEnv(_Base):
    """`games` tables at once; a game that ends is dealt again in the same step.

    opponents=None: you play every seat; env.seat says whose move it is in each game. Otherwise one seat of each game is
    yours, another one from deal to deal, and opponents play the rest: the name of a bot, a frozen policy (a function of
    observations and masks that returns actions), or a list of both, of which each seat gets one with every deal.

    The arrays, which every reset() and step() overwrites (copy what you keep):

        observations  (games, encoding.size) uint8
        action_mask   (games, n) uint8, 0 or 1; None with mask="bits"
        mask_bits     (games, words) uint64, the same in bits
        seat          (games,) uint8
        rewards       (games,) float32 of the seat that acted (with opponents: of yours): 1 won, -1 lost, else 0
        seat_rewards  (games, players) float32 by seat; with opponents the same as rewards
        dones         (games,) bool: this step ended the game; all but the rewards is of the next one

    `known` and `past` are those of uno.Encoding."""

    metadata = _METADATA
    render_mode = None
    spec = None

    def __init__(self, rules: Rules | str = "official", games: int = 4096, players: int = 2,
                 opponents: str | Policy | Sequence[str | Policy] | None = None, calls: str = "auto",
                 mask: str = "bytes", worlds: int = 0, known: bool = False, past: int = 0) -> None:
        self._batch = None
        self.rules = as_rules(rules)
        self.encoding = Encoding(self.rules, players, calls, known, past)
        if isinstance(games, bool) or not hasattr(games, "__index__") or not 1 <= games <= GAMES_MAX:
            raise ValueError(f"games is a number from 1 to {GAMES_MAX}, not {games!r}")
        if mask not in ("bytes", "bits"):
            raise ValueError(f"mask is \"bytes\" or \"bits\", not {mask!r}")
        self.games = self.num_envs = games.__index__()
        self.players, self.opponents, self.n = self.encoding.players, opponents, self.encoding.n
        plan = BatchPlan(games=self.games, players=self.players, choose_calls=calls == "choose", known=self.encoding.known,
                         past=self.encoding.past)
        plan.budget.worlds = worlds
        self._seat_opponents(plan)
        self._make_arrays(mask)
        batch = allocate("Batch")
        if not lib.batch_init(batch, self.rules._rules, ctypes.byref(plan), ctypes.byref(self._pointers())):
            raise MemoryError(f"there is not enough memory for {self.games} games")
        self._batch, self._dealt, self._dice = batch, False, Dice(0)
        self._seed: int | None = None
        self._series = 0

    def _seat_opponents(self, plan: BatchPlan) -> None:
        """Bots go into the plan; the policies are kept here by their number, from 1 on."""
        self._policies: dict[int, Policy] = {}
        if self.opponents is None:
            return
        alone = isinstance(self.opponents, str) or callable(self.opponents)
        several = [self.opponents] if alone else list(self.opponents)
        if not 1 <= len(several) <= OPPONENTS_MAX:
            raise ValueError(f"there are 1 to {OPPONENTS_MAX} opponents to choose from, not {len(several)}")
        plan.opponents = len(several)
        for index, opponent in enumerate(several):
            if callable(opponent):
                self._policies[index + 1] = opponent
            else:
                plan.opponent[index] = find_bot(opponent, self.rules)

    def _make_arrays(self, mask: str) -> None:
        games, code = self.games, self.encoding
        self.observations = np.zeros((games, code.size), np.uint8)
        self.action_mask = np.zeros((games, code.n), np.uint8) if mask == "bytes" else None
        self.mask_bits = np.zeros((games, code.words), np.uint64)
        self.seat = np.zeros(games, np.uint8)
        self.player = np.zeros(games, np.uint8)
        self.seat_rewards = np.zeros((games, self.players) if self.opponents is None else games, np.float32)
        self.rewards = np.zeros(games, np.float32) if self.opponents is None else self.seat_rewards
        self.dones = np.zeros(games, np.bool_)
        self._truncations, self._rows = np.zeros(games, np.bool_), np.arange(games)
        self._arrays = [self.observations, self.action_mask, self.mask_bits, self.seat, self.player, self.seat_rewards,
                        self.dones]
        self.single_action_space = Discrete(code.n)
        self.single_observation_space = Box(0, 255, (code.size,), np.uint8)
        self.action_space = MultiDiscrete(np.full(games, code.n, np.int64))
        self.observation_space = Box(0, 255, (games, code.size), np.uint8)

    def _pointers(self) -> BatchArrays:
        return BatchArrays(*(None if array is None else array.ctypes.data for array in self._arrays))

    def _open(self) -> Any:
        if self._batch is None:
            raise RuntimeError("this environment is closed")
        return self._batch

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_mask, "seat": self.seat}

    # ---- gymnasium's calls ----

    def reset(self, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals every game, and returns (observations, infos). The same seed and actions give the same games; without a
        seed the series goes on with other ones."""
        self._open()
        if seed is not None:
            self._seed, self._series = small_seed(seed), 0
        elif self._seed is None:
            self._seed = int.from_bytes(os.urandom(8), "little")
        start = self._seed if not self._series else small_seed(f"{self._seed}/{self._series}")
        self._series += 1
        lib.batch_reset(self._batch, start)
        self._dice.state, self._dealt = start, True
        self._others_move()
        self.seat_rewards[:], self.rewards[:], self.dones[:] = 0, 0, False
        return self.observations, self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action in each game, as numbers; returns (observations, rewards, terminations, truncations, infos), which
        are the arrays above; terminations are the dones, and nothing is ever truncated.

        A number that is not legal raises ValueError and then nothing has happened in any game."""
        actions = self._check(actions)
        acted = self.seat.copy() if self.opponents is None else None
        game = lib.batch_step(self._batch, actions.ctypes.data)
        if game != self.games:
            raise ValueError(f"game {game}: {self._why_not(game, int(actions[game]))}")
        self._others_move()
        if acted is not None:
            self.rewards[:] = self.seat_rewards[self._rows, acted] if self.dones.any() else 0
        return self.observations, self.rewards, self.dones, self._truncations, self._infos()

    def _others_move(self) -> None:
        """Lets the frozen policies move until every game waits for the learner."""
        while self._policies and self.player.any():
            actions = np.zeros(self.games, np.int64)
            for number, policy in self._policies.items():
                where = np.flatnonzero(self.player == number)
                if len(where):
                    masks = self.action_mask if self.action_mask is not None else self.mask_bits
                    actions[where] = policy(self.observations[where], masks[where])
            game = lib.batch_step_others(self._batch, actions.ctypes.data)
            if game != self.games:
                raise ValueError(f"a frozen policy in game {game}: {self._why_not(game, int(actions[game]))}")

    def render(self) -> None:
        """Nothing is drawn; env.game(i) is a game to look at."""
        return None

    def close(self, **_: Any) -> None:
        """Frees the games; the arrays stay."""
        if self._batch is not None:
            lib.batch_free(self._batch)
            self._batch = None
        self.closed = True

    closed = False

    # ---- more ----

    def _check(self, actions: Any) -> Any:
        self._open()
        if not self._dealt:
            raise RuntimeError("call reset() before step()")
        actions = np.asarray(actions)
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {actions.dtype}")
        if actions.shape != (self.games,):
            raise ValueError(f"actions must have the shape ({self.games},), one for each game, not {actions.shape}")
        return np.ascontiguousarray(actions, dtype=np.int64)

    def _why_not(self, game: int, number: int) -> str:
        try:
            text = self.encoding.text(int(self.seat[game]), number)
        except ValueError as error:
            return str(error)
        return f"{text} (number {number}) is not legal there; see action_mask[{game}]"

    def sample(self, out: Any = None) -> Any:
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
    def ended(self) -> int:
        """How many games have ended since the reset."""
        return lib.foreign_batch_ended(self._open())

    def game(self, index: int) -> Game:
        """A copy of one of the games, to look at. It knows nothing of what was seen in other hands."""
        self._check_index(index)
        game = Game._empty(self.rules)
        ctypes.memmove(game._game, lib.batch_game(self._batch, index), lib.foreign_size(b"Game"))
        return game

    def seed_of(self, index: int) -> bytes:
        """The seed of one of the games: Game(rules, players, seed) deals the same cards."""
        self._check_index(index)
        seed = Seed()
        lib.batch_seed(self._batch, index, ctypes.byref(seed))
        return bytes(seed.bytes)

    def _check_index(self, index: int) -> None:
        self._open()
        if not 0 <= index < self.games:
            raise IndexError(f"there are the games 0 to {self.games - 1}")
        if not self._dealt:
            raise RuntimeError("call reset() first")

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_batch", None) is not None and lib is not None:
            self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a VectorEnv cannot be copied or pickled: make another one with the same arguments; game(i) is "
                        "a copy of one of its games")

    def __repr__(self) -> str:
        return f"<uno.vector.VectorEnv {self.rules.name}, {self.games} games of {self.players}>"
