import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent

BOT = """
class First:
    def act(self, view):
        legal = view.actions()
        return legal[0] if view.seat in view.awaited else None

class Loud(First):
    def __init__(self, rules, seat, seed):
        self.seen, self.seat = 0, seat
        print("this is not for the host")

    def watch(self, view):
        assert view.seat == self.seat
        self.seen += 1

    def act(self, view):
        assert self.seen > 0
        return super().act(view)
"""


def run(arguments, **more):
    path = os.pathsep.join([str(HERE.parent), *more.pop("path", [])])
    return subprocess.run(arguments, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, **more)


class BasesTest(unittest.TestCase):
    def test_as_classes_of_the_usual_packages(self):
        """With PettingZoo and gymnasium where they are installed, else with stand-ins that have their signatures."""
        real = all(importlib.util.find_spec(name) for name in ("gymnasium", "pettingzoo"))
        done = run([sys.executable, str(HERE / "bases.py")], path=[] if real else [str(HERE / "fakes")])
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_without_them(self):
        done = run([sys.executable, "-c", "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None; import uno; "
                    "print(uno.aec.Env.__mro__[1:], uno.vector.VectorEnv.__mro__[1:])"])
        self.assertEqual(done.stdout, "(<class 'object'>,) (<class 'object'>,)\n", done.stderr)


class SeatTest(unittest.TestCase):
    def converse(self, word, lines, folder):
        return run([sys.executable, "-m", "uno.seat", word], input=lines, cwd=folder)

    def test_a_class_answers_a_host(self):
        import json
        import uno
        rules = uno.Rules("official", cards_dealt=3)
        game = uno.Game(rules, 2, 1)
        text = {"type": "game", "ruleset": "official", "players": 2, "seat": "A", "seed": "5", "rules_text": rules.text}
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "mine.py").write_text(BOT)
            hello = '{"type":"hello","protocol":"uno-bot 1"}\n'
            done = self.converse("mine:First", hello + json.dumps(text) + "\n\n" + '{"type":"bye"}\n', folder)
            self.assertEqual(json.loads(done.stdout), {"type": "ready", "name": "First", "watch": False}, done.stderr)
            done = self.converse(f"{folder}/mine.py:Loud", hello + json.dumps(text) + '\n{"type":"bye"}\n', folder)
            self.assertEqual(json.loads(done.stdout)["watch"], True)
            self.assertIn("not for the host", done.stderr)
            for word, why in (("mine", "module:Class"), ("nothing:First", "no module"), ("mine:Nobody", "has no 'Nobody'")):
                done = self.converse(word, "", folder)
                self.assertEqual(done.returncode, 2)
                self.assertIn(why, done.stderr)
        self.assertEqual(game.view(0).actions(), game.actions(0))

    def test_in_the_arena(self):
        """`uno arena` seats it beside a bot; where the program is not built, its own tests say so."""
        program = Path(os.environ.get("UNO_LIBRARY", "build/libuno.so")).resolve().parent / "uno"
        if not program.is_file():
            self.skipTest("there is no program beside the library")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "mine.py").write_text(BOT)
            for name, rules in (("First", "official"), ("Loud", "ultimate"), ("Loud", "split-v3")):
                done = run([str(program), "arena", f"{sys.executable} -m uno.seat ./mine.py:{name}", "random", "--rules", rules,
                            "--games", "4", "--json", "-"], cwd=folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn('"forfeits":0', done.stdout.replace(" ", ""))


class WheelTest(unittest.TestCase):
    def test_pip_installs_it_without_a_network(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run([sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-cache-dir", "--target",
                        folder, str(HERE.parent)])
            if "No module named pip" in done.stderr:
                self.skipTest("this Python has no pip")
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
            names = {path.name for path in Path(folder, "uno").iterdir()}
            self.assertLessEqual({"libuno.so", "libinih.so.1", "libcjson.so.1", "py.typed", "aec.py"}, names)
            environment = {name: value for name, value in os.environ.items() if name != "UNO_LIBRARY"}
            done = subprocess.run([sys.executable, "-c", "import uno; print(uno.library_path, uno.Game(seed=1).phase)"], cwd=folder,
                                  env={**environment, "PYTHONPATH": folder}, capture_output=True, text=True)
            self.assertEqual(done.stdout, f"{folder}/uno/libuno.so turn\n", done.stderr)


class ArenaTest(unittest.TestCase):
    def test_bots_alone(self):
        import uno
        rules = uno.Rules("official", target=0)
        first, second = uno.arena(["greedy", "random"], rules, games=400, seed="a")
        self.assertEqual((first.name, second.name, first.games), ("greedy", "random", 400))
        self.assertAlmostEqual(first.wins + second.wins, 1)
        self.assertTrue(first.low < first.wins < first.high and first.low > 0.6, first)
        self.assertEqual([first, second], uno.arena(["greedy", "random"], rules, games=400, seed="a", threads=1))
        three = uno.arena(["greedy", "random"], rules, seats=4, games=400)
        self.assertTrue(three[0].wins > 0.25 > three[1].wins)

    def test_a_class_beside_a_bot(self):
        import uno

        class Last:
            def act(self, view):
                return view.actions()[-1] if view.seat in view.awaited else None

        class Plays(Last):
            def __init__(self, rules, seat, seed):
                self.bot = uno.Bot("greedy", rules, seed)

            def watch(self, view):
                self.bot.watch(view)

            def act(self, view):
                return self.bot.act(view)

        rules = uno.Rules("official", target=0, must_play=True)
        good, bad = uno.arena([Plays, Last], rules, games=40)
        self.assertEqual((good.name, bad.name, good.games), ("Plays", "Last", 40))
        self.assertGreater(good.low, bad.high)
        one, rest = uno.arena(["random", Last], rules, seats=3, games=6)
        self.assertAlmostEqual(one.wins + 2 * rest.wins, 1)

    def test_bad_input(self):
        import uno
        for arguments in ((["greedy"],), (["greedy", "nobody"],), (["search:x", "greedy"],), (["random"] * 3, "split-duel")):
            with self.assertRaises(ValueError):
                uno.arena(*arguments)
        for games in (0, 1.5, True):
            with self.assertRaises(ValueError):
                uno.arena(["greedy", "random"], games=games)
