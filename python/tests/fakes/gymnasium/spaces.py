"""The spaces that uno uses, with the constructors that gymnasium documents."""


class Space:
    def seed(self, seed=None):
        pass


class Discrete(Space):
    def __init__(self, n, seed=None, start=0, *, dtype=int):
        self.n = n


class MultiDiscrete(Space):
    def __init__(self, nvec, dtype=int, seed=None, start=None):
        self.nvec = nvec


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=float, seed=None):
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype


class Dict(Space):
    def __init__(self, spaces=None, seed=None, **spaces_kwargs):
        self.spaces = spaces

    def __getitem__(self, name):
        return self.spaces[name]
