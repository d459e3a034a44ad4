import os
import tempfile
import unittest
from pathlib import Path

import uno


class RulesTest(unittest.TestCase):
    def test_every_builtin_ruleset_loads_and_prints(self):
        names = uno.rulesets()
        self.assertIn("official", names)
        self.assertIn("split-v3", names)
        for name in names:
            rules = uno.Rules(name)
            self.assertEqual(rules.name, name)
            self.assertTrue(rules.title and rules.about)
            self.assertIn(rules.family, ("classic", "split"))
            self.assertGreater(len(rules.book()), 1000)
            self.assertEqual(uno.Rules.parse(rules.text).hash, rules.hash)

    def test_options_by_name(self):
        rules = uno.Rules("official", target=0, jump_in=True, stack_draws="any")
        self.assertEqual((rules["target"], rules["jump_in"], rules["stack_draws"]), ("0", "on", "any"))
        self.assertEqual(uno.Rules("official")["target"], "500")
        self.assertTrue(all(isinstance(value, str) for value in rules.options.values()))
        self.assertIn("uno_call", rules.options)
        self.assertNotIn("zero_pool", rules.options)
        with self.assertRaises(KeyError):
            rules["zero_pool"]

    def test_change_leaves_the_old_rules_alone(self):
        old = uno.Rules("official")
        new = old.change(target=100)
        self.assertEqual((old["target"], new["target"]), ("500", "100"))
        self.assertNotEqual(old, new)
        self.assertEqual(new, uno.Rules("official", target=100))
        self.assertEqual(hash(new), hash(uno.Rules("official", target=100)))

    def test_diff_speaks_of_what_changed(self):
        words = uno.Rules("official").diff("ultimate")
        self.assertIn("stack_draws", words)
        self.assertNotIn("min_players", words)

    def test_how_many_can_play(self):
        self.assertEqual(uno.Rules("official").players, range(2, 11))
        self.assertEqual(uno.Rules("split-duel").players, range(2, 3))

    def test_book_formats(self):
        rules = uno.Rules("official")
        self.assertLessEqual(max(map(len, rules.book("terminal", 60).splitlines())), 60)
        with self.assertRaises(ValueError):
            rules.book("pdf")
        self.assertIn("Das Ziel", rules.book(language="de"))
        self.assertIn("The aim", rules.book(language="en"))
        with self.assertRaises(ValueError):
            rules.book(language="fr")

    def test_files_and_own_cards(self):
        text = "[ruleset]\ntitle = Friday\nextends = ultimate\n[card Boomerang]\ncode = Z\ncount = 2\ncolours = red\npoints = 9\neffects = draw 3\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "friday.ini"
            path.write_text(text)
            rules = uno.Rules(path)
            self.assertEqual(rules.name, "friday")
            self.assertEqual(rules, uno.Rules(os.fspath(path)))
        self.assertIn("Boomerang", rules.book())
        self.assertEqual(rules.text, uno.Rules.parse(text).text)

    def test_errors_say_what_to_do(self):
        with self.assertRaisesRegex(uno.RulesError, "did you mean official"):
            uno.Rules("offical")
        with self.assertRaisesRegex(uno.RulesError, "target"):
            uno.Rules("official", targt=3)
        with self.assertRaisesRegex(uno.RulesError, "target"):
            uno.Rules("official", target=-1)
        with self.assertRaises(uno.RulesError) as caught:
            uno.Rules.parse("[ruleset]\ntitle = x\nextends = official\n[rules]\nnonsense = 3\n")
        self.assertEqual(caught.exception.line, 5)
        with self.assertRaises(TypeError):
            uno.Rules(3)
        self.assertTrue(issubclass(uno.RulesError, ValueError))


class LibraryTest(unittest.TestCase):
    def run_python(self, *words, **environment):
        import subprocess
        import sys
        return subprocess.run([sys.executable, *(words or ("-c", "import uno"))], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment})

    def test_a_missing_library_is_explained(self):
        run = self.run_python(UNO_LIBRARY="/nowhere/libuno.so")
        self.assertIn("UNO_LIBRARY is '/nowhere/libuno.so', but there is no such file", run.stderr)

    def test_a_wrong_library_is_explained(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "libuno.so"
            path.write_bytes(b"not a library")
            run = self.run_python(UNO_LIBRARY=str(path))
            self.assertIn("Build it with `make`", run.stderr)

    def test_numpy_is_needed_by_the_environments_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "numpy.py").write_text("raise ImportError('no numpy here')")
            run = self.run_python(PYTHONPATH=os.pathsep.join([folder, str(Path(uno.__file__).parent.parent)]))
            self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_a_missing_numpy_is_explained(self):
        for use in ("uno.aec", "uno.vector", "uno.Encoding", "importlib.import_module('uno.spaces')"):
            run = self.run_python("-c", f"import importlib, sys; sys.modules['numpy'] = None; import uno; {use}")
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.stderr.splitlines()[-1], "^ImportError: .*need numpy.*python3-numpy.*/usr/bin/python3")
        train = Path(uno.__file__).parent.parent / "examples" / "train.py"
        run = self.run_python("-c", f"import runpy, sys; sys.modules['numpy'] = None; runpy.run_path({str(train)!r})")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "^train.py needs numpy: install python3-numpy")
