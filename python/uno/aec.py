"""One game after another in the shape of PettingZoo's AEC environments: a pettingzoo.AECEnv where PettingZoo can be
imported, and the same calls by itself where it cannot.

    env = uno.aec.Env(uno.Rules("official", target=0, must_play=True), players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        mask = observation["action_mask"]
        env.step(None if termination else env.action_space(agent).sample(mask))
"""

from __future__ import annotations

import ctypes
from typing import Any, Iterator

from ._library import Dice, TurnHead, allocate, lib
from ._numpy import np
from .encoding import WAIT, WAIT_CODE, Encoding
from .game import Game, View
from .rules import Rules, as_rules
from .spaces import Box, Dict, Discrete

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object

_NO_SEAT = 15
_MODES = (None, "ansi", "human")


class Env(_Base):
    """Agents "player_0", "player_1", ... sit in the seats A, B, ... A player who may act out of turn is asked first
    and may answer "wait". The winners get 1 and the others -1 when the game is over.

    `known` and `past` are those of uno.Encoding. Change the game through step(), or by assigning `game`."""

    metadata = {"name": "uno_v1", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, rules: Rules | str = "official", players: int = 2, calls: str = "auto", known: bool = False,
                 past: int = 0, render_mode: str | None = "ansi") -> None:
        super().__init__()
        if render_mode not in _MODES:
            raise ValueError(f"render_mode is \"ansi\", \"human\" or None, not {render_mode!r}")
        self.rules, self.render_mode = as_rules(rules), render_mode
        self.encoding = Encoding(self.rules, players, calls, known, past)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(self.encoding.n) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": Box(0, 255, (self.encoding.size,), np.uint8),
                         "action_mask": Box(0, 1, (self.encoding.n,), np.int8)})
            for agent in self.possible_agents}
        self.agents: list[str] = []
        self._episode, self._seed = 0, None
        self._make_turn()
        self.game = None

    def _make_turn(self) -> None:
        """The struct that C steps, and the arrays that it fills: what the agent to act sees and may do."""
        self._mask = np.zeros(self.encoding.n, np.int8)
        self._row = np.zeros(self.encoding.size, np.uint8)
        self._turn = allocate("Turn")
        self._head = TurnHead.from_buffer(self._turn)
        self._head.encoder = ctypes.addressof(self.encoding._encoder)
        self._head.mask, self._head.observation = self._mask.ctypes.data, self._row.ctypes.data
        self._at, self._dice = ctypes.addressof(self._turn), Dice(0)

    # ---- PettingZoo's calls ----

    @property
    def unwrapped(self) -> "Env":
        return self

    @property
    def num_agents(self) -> int:
        """How many agents are still there."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents there are at the beginning."""
        return len(self.possible_agents)

    def observation_space(self, agent: str) -> Any:
        """The space of observe(agent); the same object each time."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the agent's actions; the same object each time."""
        self._seat(agent)
        return self.action_spaces[agent]

    def reset(self, seed: Any = None, options: dict[str, Any] | None = None) -> None:
        """Deals. A seed starts a series of games that is the same each time; without one the series goes on."""
        if seed is not None:
            self._seed, self._episode = seed, 0
        chance = None if self._seed is None else f"{self._seed}/{self._episode}"
        self._episode += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.game = Game(self.rules, self.encoding.players, chance)
        self._dice.state = int.from_bytes(self.game.seed[:8], "little")

    def step(self, action: int | str | None) -> None:
        """An action of agent_selection: a number, or a text such as "R5"; None once its game is over."""
        agent = self._agent("step")
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        seat = self._seats[agent]
        if isinstance(action, str) and action != WAIT:
            self._apply(seat, action)
        else:
            number = action if type(action) is int else self._number(agent, action)
            if not lib.turn_step(self._at, number):
                self._refuse(seat, self.encoding.check_number(number))
            done = self._head.action
            if done != WAIT_CODE:
                self._game._log.append((seat, done))
        self._cumulative_rewards[agent] = 0
        seat = self._head.seat
        if seat == _NO_SEAT:
            self._end()
        else:
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees; its mask is all zeros unless it is the agent to act."""
        if self._game is None:
            raise RuntimeError("call reset() first")
        if self._seat(agent) == self._head.seat:
            return {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        view = self._game.view(self._seat(agent))
        return {"observation": self.encoding.observe(view), "action_mask": np.zeros(self.encoding.n, np.int8)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What agent_selection sees and has got since it acted: (observation, reward, termination, truncation, info)."""
        agent = self._agent("last")
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent to act, again and again, until all have left. Call step() once for each."""
        if self._game is None:
            raise RuntimeError("call reset() before agent_iter()")
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str | None:
        """The table as a spectator sees it: a text, or printed with render_mode="human"."""
        if self.render_mode is None:
            raise RuntimeError("this environment has no render_mode: make it with render_mode=\"ansi\" or \"human\"")
        text = repr(self._game.view(None)) if self._game else ""
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Puts the game away."""
        self.game, self.agents = None, []

    # ---- the game, its numbers and its texts ----

    @property
    def game(self) -> Game | None:
        """The game under way. Assigning another one of the same rules and players plays that."""
        return self._game

    @game.setter
    def game(self, game: Game | None) -> None:
        if game is not None and (game.players != self.encoding.players or game.rules != self.rules):
            raise ValueError("this game is of other rules or another number of players")
        self._game, self._head.seat, self._head.waived = game, _NO_SEAT, 0
        if game is None:
            return
        head = self._head
        head.game, head.witness, head.past = (ctypes.addressof(part) for part in (game._game, game._witness, game._past))
        lib.turn_show(self._at)
        self.agent_selection = self.possible_agents[0 if head.seat == _NO_SEAT else head.seat]

    def view(self, agent: str) -> View:
        """The agent's uno.View."""
        return self._view(agent)

    def sample(self) -> int:
        """A random legal action of agent_selection, every number as likely; the seed of the game repeats it."""
        self._agent("sample")
        return lib.turn_sample(self._at, ctypes.byref(self._dice))

    def number(self, agent: str, action: str) -> int:
        """The number of an action that is a text."""
        return self.encoding.number(self._seat(agent), action)

    def text(self, agent: str, number: int) -> str:
        """The text of an action that is a number."""
        return self.encoding.text(self._seat(agent), number, self._view(agent) if self._game else None)

    def legal(self, agent: str) -> dict[int, str]:
        """The legal actions of the agent as {number: text}."""
        view, seat = self._view(agent), self._seat(agent)
        return {int(n): self.encoding.text(seat, n, view) for n in np.flatnonzero(self.encoding.mask(view))}

    # ---- inside ----

    def _agent(self, call: str) -> str:
        """The agent to act, for a call that needs one."""
        if self._game is None:
            raise RuntimeError(f"call reset() before {call}()")
        if not self.agents:
            raise RuntimeError("the game is over and all agents have left: call reset()")
        return self.agent_selection

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            raise ValueError(f"there is no agent {agent!r}: there are {', '.join(self.possible_agents)}") from None

    def _view(self, agent: str) -> View:
        if self._game is None:
            raise RuntimeError("call reset() first")
        return self._game.view(self._seat(agent))

    def _number(self, agent: str, action: Any) -> int:
        """The number of what step() was given."""
        if action is None:
            raise ValueError(f"{agent} is to act: None is only for agents whose game is over")
        return self.encoding.number(self._seats[agent], WAIT) if action == WAIT else self.encoding.check_number(action)

    def _apply(self, seat: int, text: str) -> None:
        """An action as a text, to the letter: with calls="auto" too "R5" makes no call."""
        self._game.apply(seat, text)
        self._head.waived = 0
        lib.turn_show(self._at)

    def _refuse(self, seat: int, number: int) -> None:
        """Says why an action is not legal: tries it on a copy of the game."""
        text = self.encoding.text(seat, number, self._game.view(seat))
        if text == WAIT:
            raise ValueError(f"the table waits for {self.agent_selection}: it cannot wait as well")
        self._game.copy().apply(seat, text)
        raise ValueError(f"{text} is not offered to {self.agent_selection} now; see legal()")

    def _end(self) -> None:
        winners = self._game.winners
        for agent in self.agents:
            self.rewards[agent] = 0 if not winners else 1 if self._seats[agent] in winners else -1
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _leave(self, agent: str, action: Any) -> None:
        if action is not None:
            raise ValueError(f"the game of {agent} is over: step(None) takes it away, reset() deals again")
        self.agents.remove(agent)
        for table in self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos:
            del table[agent]
        self.rewards = dict.fromkeys(self.agents, 0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items()
                 if name not in ("_turn", "_head", "_at", "_mask", "_row", "_dice", "_game")}
        return {**state, "_game": self._game, "_waived": self._head.waived, "_rolled": self._dice.state}

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        game, waived, rolled = (state.pop(name) for name in ("_game", "_waived", "_rolled"))
        self.__dict__.update(state)
        agent = state.get("agent_selection")
        self._make_turn()
        self.game = game
        self._dice.state, self._head.waived = rolled, waived
        if game is not None:
            lib.turn_show(self._at)
            self.agent_selection = agent

    def __repr__(self) -> str:
        return f"<uno.aec.Env {self.rules.name}, {self.encoding.players} players>"


def env(**arguments: Any) -> Env:
    """An environment by PettingZoo's usual name for making one: uno.aec.env(rules="official", players=4)."""
    return Env(**arguments)
