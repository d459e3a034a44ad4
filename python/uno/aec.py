"""One game after another in the shape of PettingZoo's AEC environments; PettingZoo itself is not needed.

    env = uno.aec.Env("official", players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        mask = observation["action_mask"]
        env.step(None if termination else env.action_space(agent).sample(mask))
"""

from ._numpy import np
from .encoding import WAIT, Encoding
from .game import Game
from .rules import as_rules
from .spaces import Box, Dict, Discrete


class Env:
    """Agents "player_0", "player_1", ... sit in the seats A, B, ... A player who may act out of turn is asked
    first and may answer "wait". The winners get 1 and the others -1 when the game is over."""

    metadata = {"name": "uno", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode = "ansi"

    def __init__(self, rules="official", players=2, calls="auto"):
        self.rules = as_rules(rules)
        self.encoding = Encoding(self.rules, players, calls)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.max_num_agents = players
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_space = {agent: Discrete(self.encoding.n) for agent in self.possible_agents}
        self._observation_space = {
            agent: Dict({"observation": Box(0, 255, (self.encoding.size,), np.uint8),
                         "action_mask": Box(0, 1, (self.encoding.n,), np.int8)})
            for agent in self.possible_agents}
        self.agents, self.game, self._episode = [], None, 0
        self._seed = None

    # ---- PettingZoo's calls ----

    unwrapped = property(lambda self: self)
    num_agents = property(lambda self: len(self.agents))

    def observation_space(self, agent):
        self._seat(agent)
        return self._observation_space[agent]

    def action_space(self, agent):
        self._seat(agent)
        return self._action_space[agent]

    def reset(self, seed=None, options=None):
        """Deals. A seed starts a series of games that is the same each time; without one the series goes on."""
        if seed is not None:
            self._seed, self._episode = seed, 0
        chance = None if self._seed is None else f"{self._seed}/{self._episode}"
        self._episode += 1
        self.game, self._waived = Game(self.rules, self.encoding.players, chance), set()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.asked()]

    def step(self, action):
        """An action of agent_selection: a number, or a text such as "R5"; None once its game is over."""
        agent = self._agent("step")
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        self._act(self._seats[agent], action)
        self._cumulative_rewards[agent] = 0
        if self.game.over:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.game.asked(self._waived)]
        for name in self.agents:
            self._cumulative_rewards[name] += self.rewards[name]

    def observe(self, agent):
        """What the agent sees; its mask is all zeros unless it is the agent to act."""
        view = self._view(agent)
        mask = np.zeros(self.encoding.n, np.int8)
        if agent == self.agent_selection and not self.game.over:
            mask[:] = self.encoding.mask(view)
        return {"observation": self.encoding.observe(view), "action_mask": mask}

    def last(self, observe=True):
        agent = self._agent("last")
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        if self.game is None:
            raise RuntimeError("call reset() before agent_iter()")
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def render(self):
        """The table as a spectator sees it."""
        return repr(self.game.view(None)) if self.game else ""

    def close(self):
        self.game, self.agents = None, []

    # ---- numbers and texts ----

    def view(self, agent):
        """The agent's uno.View."""
        return self._view(agent)

    def number(self, agent, action):
        return self.encoding.number(self._seat(agent), action)

    def text(self, agent, number):
        return self.encoding.text(self._seat(agent), number, self._view(agent) if self.game else None)

    def legal(self, agent):
        """The legal actions of the agent as {number: text}."""
        view, seat = self._view(agent), self._seat(agent)
        return {int(n): self.encoding.text(seat, n, view) for n in np.flatnonzero(self.encoding.mask(view))}

    # ---- inside ----

    def _agent(self, call):
        """The agent to act, for a call that needs one."""
        if self.game is None:
            raise RuntimeError(f"call reset() before {call}()")
        if not self.agents:
            raise RuntimeError("the game is over and all agents have left: call reset()")
        return self.agent_selection

    def _seat(self, agent):
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}: there are {', '.join(self.possible_agents)}")
        return self._seats[agent]

    def _view(self, agent):
        if self.game is None:
            raise RuntimeError("call reset() first")
        return self.game.view(self._seat(agent))

    def _act(self, seat, action):
        if action is None:
            raise ValueError(f"{self.agent_selection} is to act: None is only for agents whose game is over")
        if not isinstance(action, str):
            action = self.encoding.text(seat, action, self.game.view(seat))
        if action == WAIT:
            if seat in self.game.awaited:
                raise ValueError(f"the table waits for {self.agent_selection}: it cannot wait as well")
            self._waived.add(seat)
            return
        self.game.apply(seat, action)
        self._waived.clear()

    def _end(self):
        winners = self.game.winners
        for agent in self.agents:
            self.rewards[agent] = 0 if not winners else 1 if self._seats[agent] in winners else -1
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _leave(self, agent, action):
        if action is not None:
            raise ValueError(f"the game of {agent} is over: step(None) takes it away, reset() deals again")
        self.agents.remove(agent)
        for table in self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos:
            del table[agent]
        self.rewards = dict.fromkeys(self.agents, 0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def __repr__(self):
        return f"<uno.aec.Env {self.rules.name}, {self.encoding.players} players>"
