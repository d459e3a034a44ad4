"""A stand-in for pettingzoo where that is not installed: AECEnv with the documented signatures, and no more."""


class AECEnv:
    def __init__(self):
        pass

    def step(self, action):
        raise NotImplementedError

    def reset(self, seed=None, options=None):
        raise NotImplementedError

    def observe(self, agent):
        raise NotImplementedError

    def render(self):
        raise NotImplementedError

    def close(self):
        raise NotImplementedError

    def observation_space(self, agent):
        raise NotImplementedError

    def action_space(self, agent):
        raise NotImplementedError

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)
