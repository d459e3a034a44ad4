"""Fair deals: records of a server held against what a player kept."""

import hashlib
import unittest
from pathlib import Path

import uno
from uno import fair

RECORDS = Path(__file__).resolve().parent.parent.parent / "tests" / "record"


def read(name):
    return (RECORDS / name).read_text()


class FairTest(unittest.TestCase):
    def test_commit(self):
        seed = fair.new_seed()
        self.assertEqual(len(seed), 32)
        self.assertNotEqual(seed, fair.new_seed())
        self.assertEqual(fair.commit(seed), hashlib.blake2b(b"uno seat seed 1" + seed, digest_size=32).hexdigest())
        with self.assertRaisesRegex(ValueError, "32 bytes"):
            fair.commit(b"short")

    def test_proofs(self):
        self.assertEqual(uno.Record.load(RECORDS / "committed.uno").verify().proof, "holds")
        self.assertEqual(uno.Record.load(RECORDS / "open.uno").verify().proof, "open")

    def test_same(self):
        checked = fair.check(read("committed.uno"), read("committed.kept"))
        self.assertEqual(checked, (True, {}, []))
        self.assertEqual(fair.check(uno.Record.load(RECORDS / "unrevealed.uno"), read("unrevealed.kept")), (True, {}, [1]))

    def kept(self):
        lines = [line.split(" ", 1) for line in read("committed.kept").splitlines()[1:]]
        commits = dict(value.split() for word, value in lines if word == "commit")
        known = dict(line for line in lines if line[0] != "commit")
        return fair.Kept(int(known["players"]), known["seat"], known["commitment"], commits, bytes.fromhex(known["seed"]),
                         known["hand"].split(), known["game"])

    def test_kept_as_text(self):
        self.assertEqual(self.kept().format(), read("committed.kept"))
        self.assertTrue(fair.check(read("committed.uno"), self.kept()).good)
        self.assertTrue(fair.check(read("committed.uno"), self.kept()._replace(seed=None, hand=None, game=None, seat=0)).good)

    def test_differences(self):
        kept, record = self.kept(), read("committed.uno")
        other = "00" * 32
        for code, change in {"commitment": {"commitment": other}, "commits": {"commits": {**kept.commits, "B": other}},
                             "seed": {"seed": bytes(32)}, "hand": {"hand": kept.hand[1:]}, "players": {"players": 4}}.items():
            checked = fair.check(record, kept._replace(**change))
            self.assertEqual((checked.good, list(checked.differences)), (False, [code]))
        self.assertEqual(list(fair.check(read("open.uno"), kept).differences), ["open"])

    def test_what_cannot_be_read(self):
        with self.assertRaises(uno.RecordError):
            fair.check(read("committed.uno"), "nonsense")
        with self.assertRaises(uno.RecordError):
            fair.check("nonsense", self.kept())
        with self.assertRaises(uno.RecordError):
            fair.check(read("committed.uno").replace("contribution A ", "contribution B ", 1), self.kept())
        with self.assertRaisesRegex(ValueError, "not finished"):
            fair.check(read("committed.uno").split("\nwinners")[0] + "\n", self.kept())


if __name__ == "__main__":
    unittest.main()
