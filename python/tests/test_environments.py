import copy
import pickle
import random
import unittest

import numpy as np

import uno

HOUSE = """[ruleset]
title = House
extends = ultimate
[rules]
misplay_penalty = 2
jump_in = on
multi_play = on
uno_call = until_next_turn
opening_wild = first_player_names
draw_to_match = off
[card Trade]
code = WT
count = 4
colours = none
points = 50
effects = swap
"""

TABLE = "phase turn\nplayers 2\nturn A\ndealer B\nturns 1\ndeals 1\ndirection 1\ncolour R\ntop R5\nhand A R7 G3\nhand B Y1 Y2\n"


def tables():
    """Every ruleset with every number of players."""
    for name in uno.rulesets():
        for players in uno.Rules(name).players:
            yield uno.Rules(name), players
    yield uno.Rules.parse(HOUSE, "house"), 4


class EncodingTest(unittest.TestCase):
    def check_seat(self, code, game, seat):
        view, legal = game.view(seat), game.actions(seat)
        mask = code.mask(view)
        texts = [code.text(seat, n, view) for n in np.flatnonzero(mask)]
        if legal and seat not in game.awaited:
            legal.append("wait")
        if code.calls == "auto":  # of a play with and one without the call only the first is there
            legal = [action for action in legal if action + "!" not in legal]
        self.assertEqual(sorted(texts), sorted(legal))
        self.assertEqual([code.number(seat, text) for text in texts], list(np.flatnonzero(mask)))

    def test_masks_are_the_legal_actions_one_to_one(self):
        dice = random.Random(1)
        for rules, players in tables():
            for calls in ("auto", "choose"):
                with self.subTest(rules=rules.name, players=players, calls=calls):
                    code, game = uno.Encoding(rules, players, calls), uno.Game(rules, players, dice.random().hex())
                    for _ in range(25):
                        if game.over:
                            break
                        for seat in range(players):
                            self.check_seat(code, game, seat)
                        seat = game.asked()
                        game.apply(seat, dice.choice(game.actions(seat)))

    def test_documented_numbers(self):
        code = uno.Encoding("official", 2)
        self.assertEqual(code.n, 128)
        for text, number in {"R0": 0, "R+2": 12, "Y0": 16, "B9": 57, "W:R": 64, "W:B": 67, "W+4:R": 68, "draw": 112, "keep": 113,
                             "pass": 114, "accept": 115, "done": 116, "call": 117, "catch": 118, "deal": 119,
                             "challenge": 120, "name R": 121, "wait": 127}.items():
            self.assertEqual(code.number(0, text), number)
            self.assertEqual(code.text(1, number), text)
        self.assertEqual(uno.Encoding("official", 2, "choose").number(0, "R5!"), 128 + 5)
        self.assertEqual(uno.Encoding("ultimate", 4).number(1, "R7>C"), 128 + 7)
        self.assertEqual(uno.Encoding("ultimate", 4).number(1, "R7>A"), 3 * 128 + 7)
        magic, first = uno.Encoding("ultimate-magic", 3), 2 * 3 * 64  # behind the plays, aimed ones among them
        self.assertEqual(magic.n, first + (3 + 2) * 64)
        names = [magic.text(1, first + card) for card in range(64) if self.has_number(magic, first + card)]
        self.assertIn("cast Ward", names)
        self.assertNotIn("cast Spark", names)  # has a target
        spark = magic.number(1, "cast Spark>C")
        self.assertEqual((spark - magic.number(1, "cast Spark>A"), spark // 64), (-64, first // 64 + 1))
        self.assertEqual(magic.text(0, spark), "cast Spark>B")
        asked = first + 3 * 64
        for text, number in {"choose R5": asked + 5, "choose option 1": asked + 64, "choose option 6": asked + 69,
                             "choose C": asked + 64 + 17, "choose A": asked + 64 + 18}.items():
            self.assertEqual((magic.number(1, text), magic.text(1, number)), (number, text))
        eights = uno.Encoding("crazy-eights", 2)
        number = 2 * 64 + 2 * 64 + 1 * 16 + 8  # an eight of the second suit, naming the third
        self.assertEqual(eights.number(0, eights.text(0, number)), number)
        self.assertRegex(eights.text(0, number), ":")
        split = uno.Encoding("split-v3", 4)
        self.assertEqual(split.n, 256)
        for text, number in {"R9": 9, "wild": 15, "shed R9": 73, "discard +4": 95, "pass": 128, "answer": 129, "refuse": 130,
                             "penalty A": 131, "penalty B": 132, "bonus card": 133, "bonus draw": 134, "shed none": 135,
                             "steal none": 136, "challenge +2": 137, "challenge +4": 138, "name R": 144, "name high": 151,
                             "steal A": 153, "hit D": 160, "block>D": 192, "dare>A": 203, "name B>D": 227}.items():
            self.assertEqual(split.number(2, text), number, text)
            self.assertEqual(split.text(2, number), text)

    @staticmethod
    def has_number(code, number):
        try:
            return bool(code.text(0, number))
        except ValueError:
            return False

    def test_fields_of_a_club(self):
        rules = uno.Rules("ultimate-magic")
        game, code = uno.Game(rules, 3, "club"), uno.Encoding(rules, 3)
        seat = game.turn
        row = code.observe(game.view(seat))
        part = {name: list(row[where]) for name, where in code.fields.items()}
        self.assertEqual(part["mana"], [2, 1, 1])  # it has just had its turn's
        self.assertEqual((sum(part["second_hand"]), part["second_cards"]), (2, [2, 2, 2]))
        self.assertEqual((sum(part["lying"]), sum(part["ask"]), part["counts_as"]), (0, 0, [0]))
        env = uno.vector.VectorEnv(rules, games=64, players=3, opponents="greedy")
        env.reset(seed=2)
        seen = dict.fromkeys(("set", "lying", "ask", "casts", "second_hand", "counts_as"), False)
        for _ in range(400):
            env.step(env.sample())
            for name in seen:
                seen[name] |= bool(env.observations[:, env.encoding.fields[name]].any())
        self.assertTrue(all(seen.values()), seen)

    def test_observation_fields(self):
        game = uno.Game("official", 3, "fields")
        code, view = uno.Encoding("official", 3), game.view(1)
        row = code.observe(view)
        part = {name: row[where] for name, where in code.fields.items()}
        self.assertEqual(sum(len(field) for field in part.values()), code.size)
        self.assertEqual([game.rules.face(f) for f in range(64) for _ in range(part["hand"][f])], view.hand)
        self.assertEqual("RYGB"[part["colour"].argmax()], view.colour)
        self.assertEqual(list(part["cards"]), [view.counts[1], view.counts[2], view.counts[0]])
        self.assertEqual((part["turn"].argmax() + 1) % 3, view.turn)
        self.assertEqual(part["pile"][0], view.pile)
        self.assertEqual(part["phase"].sum(), 1)
        split = uno.Encoding("split-v3", 2)
        row = split.observe(uno.Game("split-v3", 2, 1).view(0))
        self.assertEqual(row[split.fields["hand"]].sum(), 20)
        self.assertEqual(list(row[split.fields["numbers"]]), [20, 20])

    def test_known_cards_and_the_past(self):
        code = uno.Encoding("official", 3, known=True, past=4)
        game = uno.Game("official", 3, 5)
        self.assertEqual(code.size, uno.Encoding("official", 3).size + 2 * 64 + 4 * 5)
        seat = game.turn
        game.apply(seat, "draw")
        row = code.observe(game.view(seat))
        latest = row[code.fields["past"]].reshape(4, 5)[0]
        self.assertEqual((latest[1], latest[2], latest[3], latest[4]), (1, 0, 0, 1))  # this seat, nobody, no card, one
        self.assertEqual(code.observe(game.view((seat + 1) % 3))[code.fields["past"]][1], 3)  # two to the left of it
        self.assertFalse(row[code.fields["known"]].any())
        rules = uno.Rules("ultimate")
        swap = uno.Game.from_position(rules, "phase turn\nplayers 3\nturn A\ndealer C\nturns 1\ndeals 1\ndirection 1\ncolour R\n"
                                             "top R5\nhand A R7 G3\nhand B Y1 Y2\nhand C B1 B2\n")
        swap.apply(0, next(action for action in swap.actions(0) if action.startswith("R7>B")))
        code = uno.Encoding(rules, 3, known=True)
        known = code.observe(swap.view(0))[code.fields["known"]].reshape(2, 64)
        self.assertEqual((known[0][2 * 16 + 3], known.sum()), (1, 1))
        env = uno.aec.Env(rules, 3, known=True, past=6)
        batch = uno.vector.VectorEnv(rules, games=2, players=3, known=True, past=6)
        batch.reset(seed=1)
        env.reset()
        env.game = uno.Game(rules, 3, batch.seed_of(1))
        for _ in range(60):
            if batch.dones[1]:
                break
            self.assertTrue((batch.observations[1] == env.observe(env.agent_selection)["observation"]).all())
            self.assertTrue((batch.observations[1] == env.encoding.observe(env.view(env.agent_selection))).all())
            actions = batch.sample()
            env.step(int(actions[1]))
            batch.step(actions)
        for past in (-1, 65, True, 1.5):
            with self.assertRaises(ValueError):
                uno.Encoding("official", 2, past=past)

    def test_what_is_hidden_does_not_show(self):
        for name in ("official", "split-v3"):
            game = uno.Game(name, 3, 5)
            for _ in range(20):
                game.apply(game.awaited[0], game.actions(game.awaited[0])[-1])
            code, view = uno.Encoding(name, 3, known=True, past=64), game.view(1)
            for seed in range(5):
                other = view.sample(seed).view(1)
                self.assertTrue((code.observe(other) == code.observe(view)).all())
                self.assertTrue((code.mask(other) == code.mask(view)).all())

    def test_bad_input(self):
        code = uno.Encoding("official", 2)
        for number, error in ((128, ValueError), (-1, ValueError), (1.5, TypeError), ("x", TypeError), (True, TypeError),
                              (62, ValueError)):
            with self.assertRaises(error):
                code.text(0, number)
        with self.assertRaises(uno.NotAnAction):
            code.number(0, "banana")
        with self.assertRaises(ValueError):
            code.number(0, "misplay R5")
        with self.assertRaises(ValueError):
            code.observe(uno.Game("official", 3).view(0))
        with self.assertRaises(ValueError):
            uno.Encoding("official", 2, calls="never")
        with self.assertRaises(ValueError):
            uno.Encoding("official", 1)


class AecTest(unittest.TestCase):
    def play(self, env, seed, check=False):
        """Random actions until all agents have left; everything that can be heard of it."""
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        heard, total = [], dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            self.assertEqual(agent, env.agent_selection)
            observation, reward, termination, truncation, info = env.last()
            total[agent] += reward
            self.assertFalse(truncation)
            if check:
                self.assertIn(observation, env.observation_space(agent))
                for other in env.agents:
                    if other != agent:
                        self.assertEqual(env.observe(other)["action_mask"].sum(), 0)
            action = None if termination else env.action_space(agent).sample(observation["action_mask"])
            heard.append((agent, action, reward, termination))
            env.step(action)
        return heard, total

    def test_games_run_through_every_table(self):
        for rules, players in tables():
            if players in (rules.players[0], rules.players[-1], 4):
                rules = rules.change(target=0, turn_limit=60) if rules.family == "classic" else rules
                env = uno.aec.Env(rules, players, calls="choose" if players == 4 else "auto")
                heard, total = self.play(env, 1)
                winners = env.game.winners
                self.assertEqual(list(total.values()), [0 if not winners else 1 if seat in winners else -1 for seat in range(players)])
                self.assertEqual(env.agents, [])
                self.assertEqual([row[3] for row in heard[-players:]], [True] * players)

    def test_the_same_seed_is_the_same_game(self):
        env = uno.aec.Env(uno.Rules("official", target=0), 3)
        first = self.play(env, 5, check=True)
        self.assertEqual(first, self.play(env, 5))
        self.assertNotEqual(first, self.play(env, 6))

    def test_without_a_seed_the_series_goes_on(self):
        env = uno.aec.Env("official")
        env.reset(seed=1)
        first = env.game.position()
        env.reset()
        second = env.game.position()
        self.assertNotEqual(first, second)
        env.reset(seed=1)
        self.assertEqual(env.game.position(), first)
        env.reset()
        self.assertEqual(env.game.position(), second)

    def test_spaces_and_names(self):
        env = uno.aec.Env("official", 3)
        self.assertEqual(env.possible_agents, ["player_0", "player_1", "player_2"])
        self.assertEqual(env.action_space("player_1").n, env.encoding.n)
        self.assertEqual(env.observation_space("player_0")["observation"].shape, (env.encoding.size,))
        self.assertIs(env.action_space("player_0"), env.action_space("player_0"))
        env.reset(seed=1)
        self.assertEqual((env.num_agents, env.max_num_agents), (3, 3))
        self.assertIn("spectator", env.render())

    def test_what_is_drawn_and_when(self):
        with self.assertRaisesRegex(ValueError, "render_mode"):
            uno.aec.Env("official", render_mode="rgb_array")
        env = uno.aec.Env("official", render_mode=None)
        env.reset(seed=1)
        with self.assertRaises(RuntimeError):
            env.render()

    def test_random_actions_are_legal_and_repeat(self):
        env, runs = uno.aec.Env(uno.Rules("official", target=0)), []
        for _ in range(2):
            env.reset(seed=4)
            while not env.game.over:
                number = env.sample()
                self.assertTrue(env.observe(env.agent_selection)["action_mask"][number])
                env.step(number)
            runs.append(env.game.history)
        self.assertEqual(*runs)
        self.assertEqual(uno.Record.of(env.game).replay(), env.game)

    def test_texts_and_numbers(self):
        env = uno.aec.Env("official")
        env.reset(seed=3)
        agent = env.agent_selection
        legal = env.legal(agent)
        self.assertIn("draw", legal.values())
        for number, text in legal.items():
            self.assertEqual((env.number(agent, text), env.text(agent, number)), (number, text))
        env.step("draw")
        self.assertEqual(env.game.history[-1][1], "draw")

    def test_waiting_out_of_turn(self):
        env = uno.aec.Env(uno.Rules("official", target=0), calls="choose")
        env.reset(seed=1)
        env.game = uno.Game.from_position(env.rules, TABLE)
        env.agent_selection = "player_0"
        env.step("R7")  # without the call
        self.assertEqual(env.agent_selection, "player_0")
        self.assertEqual(sorted(env.legal("player_0").values()), ["call", "wait"])
        env.step(127)
        self.assertEqual(env.agent_selection, "player_1")
        self.assertIn("catch", env.legal("player_1").values())
        with self.assertRaisesRegex(ValueError, "waits"):
            env.step("wait")

    def test_bad_calls(self):
        env = uno.aec.Env("official")
        for name, call in (("step", lambda: env.step(0)), ("last", env.last), ("agent_iter", lambda: next(env.agent_iter()))):
            with self.assertRaisesRegex(RuntimeError, f"call reset\\(\\) before {name}\\(\\)"):
                call()
        with self.assertRaises(RuntimeError):
            env.observe("player_0")
        env.reset(seed=1)
        before = env.game.position()
        illegal = int(np.flatnonzero(env.last()[0]["action_mask"][:52] == 0)[0])
        with self.assertRaises(uno.Refused):
            env.step(illegal)
        for action, error in ((None, ValueError), (500, ValueError), (2.0, TypeError), ("banana", uno.NotAnAction)):
            with self.assertRaises(error):
                env.step(action)
        self.assertEqual(env.game.position(), before)
        for call in (env.observe, env.legal, env.view, env.action_space, env.observation_space,
                     lambda agent: env.number(agent, "draw"), lambda agent: env.text(agent, 112)):
            with self.assertRaisesRegex(ValueError, "no agent 'nobody': there are player_0, player_1"):
                call("nobody")
        env = uno.aec.Env(uno.Rules("official", target=0, turn_limit=10))
        env.reset(seed=1)
        while not env.game.over:
            env.step(next(iter(env.legal(env.agent_selection))))
        with self.assertRaisesRegex(ValueError, "over"):
            env.step(112)
        env.step(None)
        env.step(None)
        for call in (lambda: env.step(None), env.last):
            with self.assertRaisesRegex(RuntimeError, "all agents have left"):
                call()

    def test_an_environment_is_pickled_with_its_game(self):
        env = uno.aec.Env("official", 3)
        env.reset(seed=1)
        twin = pickle.loads(pickle.dumps(env))
        for one in (env, twin):
            one.step(next(iter(one.legal(one.agent_selection))))
        self.assertEqual((twin.game, twin.agent_selection), (env.game, env.agent_selection))
        with self.assertRaisesRegex(TypeError, "same arguments"):
            copy.deepcopy(uno.vector.VectorEnv("official", games=2))


class SpacesTest(unittest.TestCase):
    def test_samples_keep_to_the_mask(self):
        space = uno.spaces.Discrete(5)
        space.seed(1)
        mask = np.array([0, 1, 0, 1, 0], np.int8)
        self.assertEqual({space.sample(mask) for _ in range(100)}, {1, 3})
        self.assertTrue(all(space.contains(space.sample()) for _ in range(20)))
        self.assertFalse(space.contains(5))

    @unittest.skipIf("gymnasium" in uno.spaces.Discrete.__module__, "gymnasium's own spaces")
    def test_bad_masks(self):
        space = uno.spaces.Discrete(5)
        with self.assertRaises(ValueError):
            space.sample(np.zeros(5, np.int8))
        with self.assertRaises(ValueError):
            space.sample(np.ones(4, np.int8))


class VectorTest(unittest.TestCase):
    def test_like_single_games(self):
        """Every table of a batch against a game of its own, dealt with the same seed."""
        for rules, players in tables():
            if players not in (rules.players[0], 4):
                continue
            with self.subTest(rules=rules.name, players=players):
                env = uno.vector.VectorEnv(rules, games=3, players=players, calls="choose")
                env.reset(seed=2)
                games = [uno.Game(rules, players, env.seed_of(i)) for i in range(3)]
                for _ in range(120):
                    actions = env.sample()
                    seats = env.seat.copy()
                    for i, game in enumerate(games):
                        view = game.view(seats[i])
                        self.assertTrue((env.observations[i] == env.encoding.observe(view)).all())
                        self.assertTrue((env.action_mask[i] == env.encoding.mask(view)).all())
                        text = env.encoding.text(seats[i], actions[i], view)
                        if text != "wait":
                            game.apply(seats[i], text)
                    env.step(actions)
                    for i, game in enumerate(games):
                        self.assertEqual(env.dones[i], game.over)
                        if not game.over:
                            self.assertEqual(env.game(i).position(), env.game(i).copy().position())
                            self.assertEqual(bytes(env.game(i)._game), bytes(game._game))
                        else:
                            winners = game.winners
                            wanted = [0 if not winners else 1 if seat in winners else -1 for seat in range(players)]
                            self.assertEqual(list(env.seat_rewards[i]), wanted)
                            self.assertEqual(env.rewards[i], wanted[seats[i]])
                            games[i] = uno.Game(rules, players, env.seed_of(i))

    def run_for(self, env, seed, steps=200):
        env.reset(seed)
        heard = []
        for _ in range(steps):
            env.step(env.sample())
            heard.append((env.observations.sum(), env.action_mask.sum(), env.rewards.sum(), env.dones.sum()))
        return heard

    def test_the_same_seed_is_the_same_run(self):
        for opponents in (None, "random", "rule"):
            env = uno.vector.VectorEnv("ultimate", games=64, players=3, opponents=opponents)
            first = self.run_for(env, 1)
            self.assertEqual(first, self.run_for(env, 1))
            self.assertNotEqual(first, self.run_for(env, 2))
            self.assertEqual(first, self.run_for(uno.vector.VectorEnv("ultimate", 64, 3, opponents), 1))

    def test_against_opponents_only_one_seat_is_asked(self):
        env = uno.vector.VectorEnv(uno.Rules("official", target=0), games=32, players=3, opponents="random")
        env.reset(1)
        self.assertEqual(env.rewards.shape, (32,))
        self.assertEqual(set(env.seat), {0, 1, 2})
        wins = losses = 0
        for _ in range(3000):
            before = env.seat.copy()
            legal = env.action_mask.copy()
            legal[:, 112] &= legal[:, :112].sum(1) == 0  # draws only when it must
            _, rewards, dones, _, _ = env.step(legal.argmax(1))
            self.assertTrue((before == env.seat)[~dones].all())
            self.assertTrue((before != env.seat)[dones].all())
            wins, losses = wins + (rewards > 0).sum(), losses + (rewards < 0).sum()
        self.assertEqual(wins + losses, env.ended)
        self.assertTrue(0.25 < wins / (wins + losses) < 0.42, wins / (wins + losses))

    def test_without_a_seed_the_series_goes_on(self):
        env, deals = uno.vector.VectorEnv("official", games=4), []
        for seed in (1, None, None, 1, None):
            env.reset(seed=seed)
            deals.append([env.game(i).position() for i in range(4)])
        self.assertEqual(deals[:2], deals[3:])
        self.assertEqual(len({deal[0] for deal in deals}), 3)
        others = [uno.vector.VectorEnv("official", games=1) for _ in range(2)]
        for other in others:
            other.reset()
        self.assertNotEqual(others[0].game(0).position(), others[1].game(0).position())

    def test_opponents_of_several_kinds(self):
        asked = []

        def frozen(observations, masks):
            asked.append(len(observations))
            self.assertEqual(observations.shape[0], masks.shape[0])
            return masks.argmax(1)

        rules = uno.Rules("official", target=0, must_play=True)
        for opponents in (frozen, ["random", frozen], ["random", "rule", "greedy"]):
            first, second = (uno.vector.VectorEnv(rules, games=32, players=3, opponents=opponents) for _ in range(2))
            self.assertEqual(self.run_for(first, 3), self.run_for(second, 3))
            self.assertTrue(first.ended)
            self.assertFalse(first.player.any())
        self.assertTrue(asked)
        env = uno.vector.VectorEnv(rules, games=8, opponents=lambda rows, masks: np.full(len(rows), 127))
        with self.assertRaisesRegex(ValueError, "a frozen policy in game"):
            env.reset(seed=1)
            for _ in range(20):
                env.step(env.sample())
        for opponents in ([], ["random"] * 17, ["random", "nobody"], 5):
            with self.assertRaises((ValueError, TypeError)):
                uno.vector.VectorEnv(rules, games=2, opponents=opponents)

    def test_a_frozen_policy_plays_as_well_as_the_bot_that_it_is(self):
        """The learner and the frozen policy do the same, so each wins half."""
        rules = uno.Rules("official", target=0, must_play=True)
        env = uno.vector.VectorEnv(rules, games=256, opponents=lambda rows, masks: masks.argmax(1))
        env.reset(seed=1)
        won = lost = 0
        for _ in range(150):
            _, rewards, *_ = env.step(env.action_mask.argmax(1))
            won, lost = won + (rewards > 0).sum(), lost + (rewards < 0).sum()
        self.assertEqual(won + lost, env.ended)
        self.assertTrue(0.4 < won / env.ended < 0.6, won / env.ended)

    def test_every_bot_can_be_the_opponent(self):
        for name in uno.bots():
            for rules in ("official", "ultimate", "split-v3", "split-duel"):
                try:
                    env = uno.vector.VectorEnv(rules, games=2, opponents=name, worlds=2)
                except ValueError as error:
                    self.assertIn("does not play", str(error))
                    continue
                self.assertTrue(any(self.run_for(env, 1, steps=30)))

    def test_masks_in_bits(self):
        env = uno.vector.VectorEnv("ultimate", games=16, players=4)
        env.reset(3)
        self.assertTrue((uno.encoding.unpack(env.mask_bits) == env.action_mask).all())
        bits = uno.vector.VectorEnv("ultimate", games=16, players=4, mask="bits")
        bits.reset(3)
        self.assertIsNone(bits.action_mask)
        self.assertTrue((bits.mask_bits == env.mask_bits).all())

    def test_arrays_stay_where_they_are(self):
        env = uno.vector.VectorEnv("official", games=8)
        places = [a.ctypes.data for a in env._arrays]
        env.reset(1)
        observations, rewards, dones, truncations, infos = env.step(env.sample())
        self.assertIs(observations, env.observations)
        self.assertIs(infos["action_mask"], env.action_mask)
        self.assertFalse(truncations.any())
        self.assertEqual(places, [a.ctypes.data for a in env._arrays])

    def test_samples_are_legal_and_spread(self):
        env = uno.vector.VectorEnv("official", games=512)
        env.reset(1)
        out = np.empty(512, np.int64)
        seen = set()
        for _ in range(20):
            self.assertIs(env.sample(out), out)
            self.assertTrue(env.action_mask[np.arange(512), out].all())
            seen.update(out)
            env.step(out)
        self.assertGreater(len(seen), 60)

    def test_bad_actions_change_nothing(self):
        env = uno.vector.VectorEnv("official", games=8)
        with self.assertRaises(RuntimeError):
            env.step(np.zeros(8, int))
        with self.assertRaises(RuntimeError):
            env.sample()
        env.reset(1)
        before, good = env.observations.copy(), env.sample()
        for at, number in ((3, -1), (5, 128), (7, 2**40), (2, int(np.flatnonzero(env.action_mask[2] == 0)[0]))):
            bad = good.copy()
            bad[at] = number
            with self.assertRaisesRegex(ValueError, f"game {at}"):
                env.step(bad)
        for bad, error in ((good[:7], ValueError), (good[None], ValueError), (good.astype(float), TypeError),
                           (good > 0, TypeError), (["draw"] * 8, TypeError), (None, TypeError)):
            with self.assertRaises(error):
                env.step(bad)
        self.assertTrue((env.observations == before).all())
        self.assertEqual([env.game(i).history for i in range(8)], [[]] * 8)
        env.step(list(good))
        env.step(env.sample().astype(np.int32))
        env.step(np.repeat(env.sample(), 2)[::2])
        for out in (np.empty(7, np.int64), np.empty(8, np.int32), np.empty(16, np.int64)[::2]):
            with self.assertRaises(ValueError):
                env.sample(out)

    def test_bad_tables(self):
        for arguments, error in (({"games": 0}, ValueError), ({"games": 2**30}, ValueError), ({"games": 1.5}, ValueError),
                                 ({"players": 11}, ValueError), ({"opponents": "nobody"}, ValueError),
                                 ({"calls": "maybe"}, ValueError), ({"mask": "strings"}, ValueError),
                                 ({"rules": "nothing"}, uno.RulesError)):
            with self.assertRaises(error):
                uno.vector.VectorEnv(**{"games": 4, **arguments})
        env = uno.vector.VectorEnv(games=2)
        env.reset()
        with self.assertRaises(IndexError):
            env.game(2)

    def test_closing(self):
        with uno.vector.VectorEnv(games=2) as env:
            env.reset()
        env.close()
        for call in (env.reset, env.sample, lambda: env.step([0, 0]), lambda: env.game(0), lambda: env.ended):
            with self.assertRaises(RuntimeError):
                call()


class ExampleTest(unittest.TestCase):
    def test_training_is_the_same_each_time_and_helps(self):
        import train
        lines = []
        policy = train.train(2, seed=4, say=lines.append)
        again = train.train(2, seed=4, say=lines.append)
        other = train.train(2, seed=5, say=lines.append)
        self.assertTrue((policy.weights["act"] == again.weights["act"]).all())
        self.assertFalse((policy.weights["act"] == other.weights["act"]).all())
        self.assertEqual(lines[:2], lines[2:4])
        before, after, half = train.main(short=True)
        self.assertGreater(after - half, 0.5)
        self.assertGreater(after, before)
