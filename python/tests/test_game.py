import copy
import pickle
import unittest

import uno

TABLE = "phase turn\nplayers 2\nturn A\ndealer B\nturns 1\ndeals 1\ndirection 1\ncolour R\ntop R5\nhand A R7 G3\nhand B Y1 Y2\n"


def play_out(game, choose=lambda actions: actions[0], limit=100000):
    while not game.over and limit:
        seat = game.awaited[0]
        game.apply(seat, choose(game.actions(seat)))
        limit -= 1
    return game


class GameTest(unittest.TestCase):
    def test_the_same_seed_deals_the_same(self):
        for seed in ("friday", 7, bytes(range(32))):
            a, b = uno.Game("official", 3, seed), uno.Game("official", 3, seed)
            self.assertEqual(a.position(), b.position())
        self.assertNotEqual(uno.Game(seed=1).position(), uno.Game(seed=2).position())
        self.assertNotEqual(uno.Game().seed, uno.Game().seed)
        self.assertEqual(uno.Game(seed=7).seed, uno.Game(seed="7").seed)

    def test_a_game_goes_to_its_end(self):
        for name in uno.rulesets():
            rules = uno.Rules(name)
            game = play_out(uno.Game(rules, rules.players[0], seed=name))
            self.assertTrue(game.over)
            self.assertEqual(game.awaited, [])
            self.assertTrue(all(game.actions(seat) == [] for seat in range(game.players)))
            self.assertEqual(len(game.scores), game.players)

    def test_refusals_name_the_rule_and_change_nothing(self):
        game = uno.Game.from_position("official", TABLE)
        before = game.position()
        with self.assertRaises(uno.Refused) as caught:
            game.apply("A", "G3")
        self.assertEqual(caught.exception.verdict, "no_match")
        self.assertIn("O5", caught.exception.rules)
        self.assertIn(caught.exception.sentence, str(caught.exception))
        with self.assertRaises(uno.Refused) as caught:
            game.apply("B", "Y1")
        self.assertEqual(caught.exception.verdict, "not_your_turn")
        self.assertEqual((game.position(), game.history), (before, []))
        self.assertTrue(game.apply(0, "R7!"))
        self.assertEqual(game.history, [(0, "R7!")])

    def test_nothing_is_played_once_it_is_over(self):
        game = play_out(uno.Game(uno.Rules("official", target=0), 2, 3))
        with self.assertRaises(uno.Refused) as caught:
            game.apply(0, "draw")
        self.assertEqual(caught.exception.verdict, "game_over")
        self.assertIsNone(game.asked())

    def test_bad_input(self):
        game = uno.Game("official", 2, 1)
        for text in ("", "R55", "banana", "R5 ", "R5\0", "draw draw"):
            with self.assertRaises(uno.NotAnAction):
                game.apply(game.turn, text)
        for seat in (2, 7, -1, "C", "Z", "", "AB", "0"):
            for call in (game.actions, game.view, lambda seat: game.apply(seat, "draw")):
                with self.assertRaisesRegex(ValueError, f'no seat {seat!r}: .* 0 to 1, or "A" to "B"'):
                    call(seat)
        for seat in (1.0, True):
            with self.assertRaisesRegex(TypeError, "a seat is a number or a letter"):
                game.actions(seat)
        with self.assertRaises(TypeError):
            game.actions(None)
        self.assertEqual(game.actions("a"), game.actions(0))
        with self.assertRaises(TypeError):
            game.apply(0, 5)
        for players in (1, 11, -2, 2**40):
            with self.assertRaises(ValueError):
                uno.Game("official", players)
        with self.assertRaises(TypeError):
            uno.Game("official", "two")
        with self.assertRaises(ValueError):
            uno.Game(seed=b"short")
        with self.assertRaises(TypeError):
            uno.Game(seed=1.5)
        with self.assertRaisesRegex(ValueError, "line 1"):
            uno.Game.from_position("official", "nonsense")
        with self.assertRaisesRegex(TypeError, "parentheses"):
            uno.Game.from_position("official", game.position)
        with self.assertRaisesRegex(TypeError, "a position is a text, not None$"):
            uno.Game.from_position("official", None)

    def test_games_are_compared_by_what_they_hold(self):
        for name in ("official", "ultimate", "split-v3"):
            game = play_out(uno.Game(name, 3, 9), limit=20)
            twin = game.copy()
            self.assertEqual(game, twin)
            seat = twin.awaited[0]
            twin.apply(seat, twin.actions(seat)[0])
            self.assertNotEqual(game, twin)
        self.assertEqual(uno.Game(seed=1), uno.Game(seed=1))
        self.assertNotEqual(uno.Game(seed=1), uno.Game(seed=2))
        self.assertNotEqual(uno.Game("official", seed=1), uno.Game(uno.Rules("official", target=0), seed=1))
        self.assertNotEqual(uno.Game(seed=1), 1)
        with self.assertRaises(TypeError):
            hash(uno.Game())

    def test_copies_go_on_by_themselves(self):
        game = uno.Game("ultimate", 4, 5)
        twin = game.copy()
        play_out(game)
        self.assertEqual((twin.over, twin.history), (False, []))
        play_out(twin)
        self.assertEqual(game.position(), twin.position())

    def test_positions_come_back(self):
        game = play_out(uno.Game("split-v3", 3, 2), limit=25)
        self.assertEqual(uno.Game.from_position(game.rules, game.position()).position(), game.position())


class ViewTest(unittest.TestCase):
    def test_a_classic_table(self):
        game = uno.Game("official", 3, "table")
        view = game.view(1)
        self.assertEqual((view.seat, view.players, view.phase, view.over), (1, 3, "turn", False))
        self.assertEqual(len(view.hand), view.counts[1])
        self.assertEqual(view.turn, game.turn)
        self.assertIn(view.colour, "RYGB")
        self.assertTrue(view.top.startswith(view.colour))
        self.assertEqual(view.direction in (1, -1), True)
        self.assertEqual(sum(view.counts) + view.pile + len(view.discards) + 1, 108)
        self.assertEqual((view.known, view.drawn, view.commit, view.pending, view.attacker), ({}, None, None, 0, None))
        self.assertEqual(view.winners, [])
        with self.assertRaisesRegex(AttributeError, "lead"):
            view.lead

    def test_a_split_table(self):
        game = uno.Game("split-v3", 3, "table")
        view = game.view("A")
        self.assertEqual(view.counts, [20, 20, 20])
        self.assertEqual(view.action_counts, [0, 0, 0])
        self.assertEqual((view.card, view.actor, view.claimant, view.blocked), (None, None, None, []))
        self.assertEqual(view.duties, [None] * 3)
        self.assertEqual(view.shown, [None] * 3)
        self.assertEqual(len(view.hand), 20)
        with self.assertRaises(AttributeError):
            view.top

    def test_a_spectator_sees_no_hand(self):
        view = uno.Game(seed=1).view(None)
        self.assertEqual((view.seat, view.hand), (None, []))

    def test_drawn_card(self):
        game = uno.Game("official", 2, 4)
        seat = game.turn
        game.apply(seat, "draw")
        self.assertIn(game.view(seat).drawn, game.view(seat).hand)
        self.assertIsNone(game.view(1 - seat).drawn)

    def test_hidden_bid(self):
        game = uno.Game("split-v3", 2, 4)
        while game.phase != "bid":
            game.apply(game.awaited[0], "pass")
        seat = game.awaited[0]
        bid = game.actions(seat)[0]
        game.apply(seat, bid)
        self.assertEqual(game.view(seat).commit, bid)
        self.assertIsNone(game.view(1 - seat).commit)
        self.assertEqual(game.view(1 - seat).committed, [seat])

    def test_samples_cannot_be_told_from_the_real_game(self):
        for name in ("official", "ultimate", "split-v3"):
            game = play_out(uno.Game(name, 3, 9), limit=30)
            for seat in (0, 1, 2, None):
                view = game.view(seat)
                sampled = [view.sample(seed) for seed in range(5)]
                self.assertTrue(all(other.view(seat) == view for other in sampled))
                self.assertGreater(len({other.position() for other in sampled}), 1)
                self.assertEqual(uno.Game.sample(view, 3).position(), sampled[3].position())

    def test_views_are_compared_by_what_they_hold(self):
        game = uno.Game("official", 2, 1)
        self.assertEqual(game.view(0), game.view(0))
        self.assertNotEqual(game.view(0), game.view(1))


class PickleTest(unittest.TestCase):
    def test_what_holds_no_pointers_comes_back(self):
        for name in ("official", "split-v3"):
            game = play_out(uno.Game(uno.Rules(name, min_players=2), 3, "pickle"), limit=15)
            for remade in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
                self.assertEqual(remade, game)
                self.assertEqual((remade.seed, remade.history, remade.events), (game.seed, game.history, game.events))
                before, seat = list(game.history), remade.awaited[0]
                remade.apply(seat, remade.actions(seat)[0])
                self.assertEqual(game.history, before)
            self.assertEqual(play_out(pickle.loads(pickle.dumps(game))), play_out(game.copy()))
            self.assertEqual(pickle.loads(pickle.dumps(game.view(1))), game.view(1))
            rules = pickle.loads(pickle.dumps(game.rules))
            self.assertEqual((rules, rules.name, rules.title), (game.rules, game.rules.name, game.rules.title))
        self.assertIsNone(pickle.loads(pickle.dumps(uno.Game(seed=1).view(0).sample())).seed)

    def test_records_come_back(self):
        record = uno.Record.of(play_out(uno.Game(seed=1), limit=9), ["Ada", "Ben"])
        for remade in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):
            self.assertEqual(remade.format(), record.format())

    def test_another_version_is_explained(self):
        state = uno.Game(seed=1).__getstate__()
        for wrong in ({**state, "interface": 0}, {**state, "_game": b"short"}):
            with self.assertRaisesRegex(ValueError, "records"):
                uno.Game.__new__(uno.Game).__setstate__(wrong)

    def test_bots_say_what_to_do_instead(self):
        bot = uno.Bot("random", seed=4)
        with self.assertRaisesRegex(TypeError, "Bot\\(name, rules, seed\\).*record"):
            pickle.dumps(bot)
        view = uno.Game(seed=1).view(uno.Game(seed=1).turn)
        actions = [[one.act(view) for _ in range(5)] for one in (copy.copy(bot), copy.deepcopy(bot), bot)]
        self.assertEqual(actions, [actions[0]] * 3)


class BotTest(unittest.TestCase):
    def test_bots_play_every_ruleset(self):
        self.assertIn("random", uno.bots())
        for name in uno.rulesets():
            rules = uno.Rules(name) if name.startswith("split") else uno.Rules(name, target=0)
            players = rules.players[-1] if rules.players[-1] < 5 else 4
            bots = [uno.Bot("random" if seat % 2 else "rule", rules, seat) for seat in range(players)]
            self.assertTrue(uno.play(uno.Game(rules, players, name), bots).over)

    def test_the_same_seed_plays_the_same(self):
        def history(seed):
            bots = [uno.Bot("random", "official", seed), uno.Bot("rule", "official", seed)]
            return uno.play(uno.Game("official", 2, 1), bots).history
        self.assertEqual(history(3), history(3))
        self.assertNotEqual(history(3), history(4))

    def test_every_bot_sees_only_its_view(self):
        for name in uno.bots():
            for rules in ("official", "split-v3"):
                try:
                    bot = uno.Bot(name, rules, seed=1, worlds=4)
                except ValueError:
                    continue  # does not play this family
                game = uno.Game(rules, 2, 1)
                seat = game.awaited[0]
                view = game.view(seat)
                bot.watch(view)
                twin = bot.copy()
                action = bot.act(view)
                self.assertIn(action, game.actions(seat))
                self.assertEqual(twin.act(view.sample(8).view(seat)), action)

    def test_who_is_not_asked_may_do_nothing(self):
        game = uno.Game("official", 2, 1)
        self.assertIsNone(uno.Bot("random", game.rules).act(game.view(1 - game.turn)))

    def test_bad_input(self):
        with self.assertRaisesRegex(ValueError, "no bot 'nobody': \\(the bots are random, "):
            uno.Bot("nobody")
        with self.assertRaisesRegex(ValueError, "did you mean greedy\\? \\(the bots are random, "):
            uno.Bot("grdy")
        game = uno.Game(uno.Rules("official", target=0), 2, 1)
        with self.assertRaisesRegex(ValueError, 'Bot\\("greedy", game.rules\\)'):
            uno.play(game, [uno.Bot("greedy"), uno.Bot("random")])
        with self.assertRaises(TypeError):
            uno.Bot(3)
        with self.assertRaises(ValueError):
            uno.Bot("random", worlds=-1)
        with self.assertRaises(uno.RulesError):
            uno.Bot("random", "nothing")
        with self.assertRaisesRegex(ValueError, "spectator"):
            uno.Bot("random").act(uno.Game().view(None))
        with self.assertRaises(ValueError):
            uno.Bot("random", "ultimate").act(uno.Game("official").view(0))
        with self.assertRaises(ValueError):
            uno.play(uno.Game("official", 3), [uno.Bot("random")])


class RecordTest(unittest.TestCase):
    def played(self, rules="official", seed="record"):
        game = uno.Game(rules, 2, seed)
        return uno.play(game, [uno.Bot("random", game.rules, 1), uno.Bot("rule", game.rules, 2)])

    def test_a_game_is_kept_replayed_and_checked(self):
        for name in ("official", "ultimate", "split-duel"):
            game = self.played(name)
            record = uno.Record.of(game, names=["Ada", "Ben"], date="2026-01-31")
            self.assertEqual(record.verify(), uno.Report("none", True, True))
            again = uno.Record.parse(record.format())
            self.assertEqual(again.format(), record.format())
            self.assertEqual((again.names, again.date, again.players), (["Ada", "Ben"], "2026-01-31", 2))
            self.assertEqual((again.winners, again.scores), (game.winners, game.scores))
            self.assertEqual(again.actions, game.history)
            self.assertEqual(again.rules, game.rules)
            self.assertEqual(again.replay().position(), game.position())
            self.assertEqual(again.replay(5).history, game.history[:5])

    def test_a_running_game(self):
        game = uno.Game("official", 2, 1)
        game.apply(game.turn, "draw")
        record = uno.Record.of(game)
        self.assertFalse(record.finished)
        self.assertEqual((len(record), record.verify().finished), (1, False))

    def test_files(self):
        import tempfile
        from pathlib import Path
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.uno"
            record = uno.Record.of(self.played(), ["Zoë", "Ben"])
            record.save(path)
            self.assertEqual(uno.Record.load(path).format(), record.format())
            self.assertEqual(uno.Record.load(str(path)).names[0], "Zoë")
            other = uno.Record.of(self.played(seed="another"))
            with self.assertRaisesRegex(FileExistsError, "overwrite=True.*game.uno"):
                other.save(path)
            self.assertEqual(uno.Record.load(path).format(), record.format())
            other.save(path, overwrite=True)
            self.assertEqual(uno.Record.load(path).format(), other.format())

    def test_what_was_changed_is_found(self):
        text = uno.Record.of(self.played()).format()
        with self.assertRaisesRegex(uno.RecordError, "checksum|result"):
            uno.Record.parse(text.replace("checksum ", "checksum 0")[:-2] + "\n").verify()
        with self.assertRaises(uno.RecordError) as caught:
            uno.Record.parse("uno-record 1\nnonsense\n")
        self.assertEqual(caught.exception.line, 2)
        with self.assertRaises(uno.RecordError):
            uno.Record.parse("")
        with self.assertRaises(FileNotFoundError):
            uno.Record.load("/nowhere/at/all")

    def test_bad_input(self):
        game = self.played()
        for names in ([], ["a"], ["a", "b", "c"]):
            with self.assertRaisesRegex(ValueError, f"names has {len(names)} of them, and this game has 2 players"):
                uno.Record.of(game, names=names)
        with self.assertRaisesRegex(TypeError, "names is a list"):
            uno.Record.of(game, names="ab")
        for name in ("x" * 60, "two\nlines", ""):
            with self.assertRaisesRegex(ValueError, "is no name for a record"):
                uno.Record.of(game, names=["Ada", name])
        with self.assertRaises(ValueError):
            uno.Record.of(game, date="x" * 40)
        record = uno.Record.of(game)
        for upto in (-1, len(record) + 1, 10**6):
            with self.assertRaisesRegex(ValueError, f"upto is a number from 0 to {len(record)}, .* not {upto}"):
                record.replay(upto=upto)
        with self.assertRaisesRegex(TypeError, "upto"):
            record.replay(upto=2.5)
        with self.assertRaisesRegex(ValueError, "seed"):
            uno.Record.of(game.view(0).sample())
