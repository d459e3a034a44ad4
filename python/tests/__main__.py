"""python3 python/tests [WORD] -- every test, or those whose name has WORD in it; a line "ok" or "not ok" for each."""

import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Lines(unittest.TestResult):
    def _say(self, word, test, why=""):
        print(f"{word} python {test.id()}{why}", flush=True)

    def addSuccess(self, test):
        self._say("ok", test)

    def _bad(self, test, error):
        print(self._exc_info_to_string(error, test))
        self._say("not ok", test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self._bad(test, error)

    def addError(self, test, error):
        super().addError(test, error)
        self._bad(test, error)

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error:
            self._bad(subtest, error)


def flatten(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from flatten(test)
        else:
            yield test


sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "examples")]
word = sys.argv[1] if len(sys.argv) > 1 else ""
chosen = unittest.TestSuite(test for test in flatten(unittest.defaultTestLoader.discover(str(HERE))) if word in test.id())
result = Lines()
chosen.run(result)
sys.exit(0 if result.wasSuccessful() and chosen.countTestCases() else 1)
