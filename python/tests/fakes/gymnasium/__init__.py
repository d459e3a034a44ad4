"""A stand-in for gymnasium where that is not installed: the base classes with the documented signatures, and no more."""
from . import spaces, vector
