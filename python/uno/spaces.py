"""The spaces of gymnasium where it is installed, and as much of them as is needed here where it is not."""

from ._numpy import np

try:
    from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
except ImportError:

    class Discrete:
        """The whole numbers from 0 to n - 1."""

        def __init__(self, n, seed=None):
            self.n, self.shape, self.dtype = int(n), (), np.dtype(np.int64)
            self.seed(seed)

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)

        def sample(self, mask=None):
            """Any number, or any of those where the mask is 1."""
            if mask is None:
                return int(self._random.integers(self.n))
            mask = np.asarray(mask)
            if mask.shape != (self.n,):
                raise ValueError(f"the mask has shape {mask.shape}, not ({self.n},)")
            legal = np.flatnonzero(mask)
            if not len(legal):
                raise ValueError("the mask leaves nothing to choose from")
            return int(self._random.choice(legal))

        def contains(self, x):
            return hasattr(x, "__index__") and 0 <= x.__index__() < self.n

        __contains__ = contains

        def __eq__(self, other):
            return isinstance(other, Discrete) and self.n == other.n

        def __repr__(self):
            return f"Discrete({self.n})"

    class Box:
        """Arrays of one shape, each entry from low to high."""

        def __init__(self, low, high, shape, dtype=np.uint8, seed=None):
            self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), np.dtype(dtype)
            self.seed(seed)

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)

        def sample(self):
            return self._random.integers(self.low, self.high + 1, self.shape).astype(self.dtype)

        def contains(self, x):
            return (isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                    and bool(((x >= self.low) & (x <= self.high)).all()))

        __contains__ = contains

        def __eq__(self, other):
            return isinstance(other, Box) and (self.low, self.high, self.shape, self.dtype) == (
                other.low, other.high, other.shape, other.dtype)

        def __repr__(self):
            return f"Box({self.low}, {self.high}, {self.shape}, {self.dtype})"

    class MultiDiscrete:
        """Several whole numbers, each from 0 to one less than its entry of nvec."""

        def __init__(self, nvec, seed=None):
            self.nvec, self.dtype = np.asarray(nvec, np.int64), np.dtype(np.int64)
            self.shape = self.nvec.shape
            self.seed(seed)

        def seed(self, seed=None):
            self._random = np.random.default_rng(seed)

        def sample(self):
            return self._random.integers(0, self.nvec)

        def contains(self, x):
            x = np.asarray(x)
            return x.shape == self.shape and x.dtype.kind in "iu" and bool(((x >= 0) & (x < self.nvec)).all())

        __contains__ = contains

        def __eq__(self, other):
            return isinstance(other, MultiDiscrete) and self.shape == other.shape and bool((self.nvec == other.nvec).all())

        def __repr__(self):
            return f"MultiDiscrete({self.nvec})"

    class Dict:
        """Several spaces by name."""

        def __init__(self, spaces):
            self.spaces = dict(spaces)

        def seed(self, seed=None):
            for space in self.spaces.values():
                space.seed(seed)

        def sample(self):
            return {name: space.sample() for name, space in self.spaces.items()}

        def contains(self, x):
            return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(
                x[name] in space for name, space in self.spaces.items())

        __contains__ = contains

        def __getitem__(self, name):
            return self.spaces[name]

        def __eq__(self, other):
            return isinstance(other, Dict) and self.spaces == other.spaces

        def __repr__(self):
            return f"Dict({self.spaces})"
