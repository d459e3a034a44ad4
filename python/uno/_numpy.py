"""numpy for the modules that need it, and plain words where it is missing."""

try:
    import numpy as np
except ModuleNotFoundError as error:
    if error.name != "numpy":
        raise
    raise ImportError("uno.aec, uno.vector and uno.Encoding need numpy, which this Python does not have: install "
                      "python3-numpy and use Debian's Python, /usr/bin/python3, or `pip install numpy` for this one",
                      name="numpy") from None

__all__ = ["np"]
