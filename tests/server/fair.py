#!/usr/bin/env python3
"""fair.py -- fair deals at a server: what two who play keep of the table is what the record has, whoever lies, sleeps or
dies in between; and an operator with a seat, who knows the server's secret and is ready last, cannot choose a hand."""
from pathlib import Path
from lib import *

SOURCES = Path(__file__).resolve().parent.parent.parent
os.environ.setdefault("UNO_LIBRARY", str(SOURCES / "build" / "libuno.so"))
sys.path.insert(0, str(SOURCES / "python"))
import uno  # noqa: E402

TABLE = {"seats": 2, "fill": "", "options": {"cards_dealt": 7, "target": 0}, **FAST}


def hash_of(data): return hashlib.blake2b(data, digest_size=32).digest()


def kept_of(line, before, seal):
    """What a client keeps: the server's commitment before, the others' at the seal, its own seed, its first hand."""
    commits = {seat["seat"]: seat["commit"] for seat in seal["seats"] if "commit" in seat}
    return uno.fair.Kept(players=len(seal["seats"]), seat=line.you, commitment=before, commits=commits,
                         seed=bytes.fromhex(line.seeds[commits[line.you]]), hand=list(line.view["hand"]), game=line.game_id)


async def sealed(lines):
    """All have committed, and the host has started; the table as it was sealed."""
    for line in lines: await line.ready()
    await lines[0].good("start")
    for line in lines: await line.until(lambda line=line: line.table.get("sealed"), "the seal")
    return lines[0].table


def in_time(deed):
    """A sealed table waits four seconds for the seeds. Where the machine took longer over what a test does meanwhile, and the cards were dealt without
    them, it is tried again at another table."""
    async def again(server):
        for left in reversed(range(20)):
            lines = []
            try:
                return await deed(server, lines)
            except Wrong:
                late = lines and lines[0].is_playing and any(seat.get("revealed") is False for seat in lines[0].table["seats"])
                if not late or not left: raise
    return again


async def end_game(lines):
    """By vote; the record, and what `uno verify` says."""
    await lines[0].good("vote", what="end")
    await lines[1].until(lambda: lines[1].table["vote"], "the vote")
    await lines[1].good("vote", yes=True)
    for line in lines: await line.until(lambda line=line: line.over, "the end")
    return lines[0].guest.get(f"/api/games/{lines[0].over['game']}/record").body.decode()


def words(said): return " ".join(said.stdout.decode().split())


async def play_out(lines):
    await gather(*(line.play() for line in lines))
    record = lines[0].guest.get(f"/api/games/{lines[0].over['game']}/record").body
    return record.decode(), verify(record)


# ---- an operator ----

def hand_of(rules, seed, seat):
    return uno.Game(rules, players=2, seed=seed).view(seat).hand


def wilds(hand): return sum(card.startswith("W") for card in hand)


def choose(rules, secret, entries):
    """With the secret and the log in hand: the seed with the best hand, counting on what the log tells of the other seat's."""
    told = next((text.split()[2] for text in entries.values() if text.startswith(("ready A ", "commit A "))), "00" * 32)
    best = (-1, None, None)
    for number in range(4000):
        own = number.to_bytes(32, "little")
        for seed in (hash_of(b"uno game seed 1" + secret + bytes.fromhex(told) + own),
                     hash_of(b"uno game seed 2" + secret + b"\2" + bytes.fromhex(told) + b"\1" + own)):
            hand = hand_of(rules, seed, 1)
            best = max(best, (wilds(hand), own, hand), key=lambda one: one[0])
    return best


async def operator_with_a_seat(server):
    ada, eve = await seat_people(server, ["Ada O", "Eve O"], {**TABLE, "ruleset": "official"})
    if (await ada.ask("ready", seed="5a" * 32))["t"] == "no": await ada.ready()  # as it was said, and as it is now
    await ada.settled()
    entries = server.entries(ada.code)
    secret = bytes.fromhex(next(text.split()[1] for text in entries.values() if text.startswith("secret ")))
    rules = uno.Rules("official", cards_dealt=7, target=0)
    count, own, wanted = choose(rules, secret, entries)
    expect(count >= 3, "not even a good hand in sight:", count)
    if (await eve.ask("ready", seed=own.hex()))["t"] == "no":
        eve.seeds[commit_of(own)] = own.hex()
        await eve.good("ready", commit=commit_of(own))
    await ada.good("start")
    await eve.until(lambda: eve.is_playing, "the start")
    dealt = sorted(eve.view["hand"])
    await ada.send({"t": "close"})
    expect(dealt != sorted(wanted), "the operator has dealt herself", " ".join(wanted))


# ---- who reveals, and who does not ----

@in_time
async def all_reveal(server, lines):
    lines += await seat_people(server, ["Ada F", "Ben F"], TABLE)
    ada, ben = lines
    before = ada.table["commitment"]
    ada.reveals = ben.reveals = False
    seal = await sealed(lines)
    expect(seal["commitment"] == before and seal["stage"] == "gathering", seal)
    expect(all(len(seat["commit"]) == 64 and seat["revealed"] is False for seat in seal["seats"]), seal)
    cleo = await Guest(server, "Cleo F").line(ada.code)
    await cleo.refused("sealed", "sit")
    for t in ("ready", "start", "bot"): await ada.refused("sealed", t)
    await ada.refused("sealed", "clear", seat="B")
    await ada.refused("sealed", "set", seats=4)
    await ada.refused("bad_message", "reveal", seed="abc")
    await ada.refused("bad_reveal", "reveal", seed="00" * 32)
    await cleo.refused("not_seated", "reveal", seed="00" * 32)
    await ada.good("reveal", seed=ada.seeds[seal["seats"][0]["commit"]])
    await ada.refused("nothing_to_reveal", "reveal", seed=ada.seeds[seal["seats"][0]["commit"]])
    await ben.until(lambda: ben.seat("A").get("revealed"), "Ada's seed")
    expect(all(seed not in json.dumps(ben.table) for seed in ada.seeds.values()), "a seed is told before all are in")
    await ben.good("reveal", seed=ben.seeds[seal["seats"][1]["commit"]])
    for line in lines: await line.until(lambda line=line: line.is_playing, "the start")
    kept = [kept_of(line, before, seal) for line in lines]
    record, said = await play_out(lines)
    expect(said.returncode == 0 and "Seats A and B fixed a seed by commitment and revealed it." in words(said), said)
    for one in kept: expect(uno.fair.check(record, one) == (True, {}, []), uno.fair.check(record, one))
    wrong = kept[0]._replace(commitment="00" * 32, hand=kept[1].hand)
    expect(set(uno.fair.check(record, wrong).differences) == {"commitment", "hand"}, uno.fair.check(record, wrong))


async def one_never_reveals(server):
    lines = ada, ben = await seat_people(server, ["Ada N", "Ben N"], TABLE)
    before, ben.reveals = ada.table["commitment"], False
    seal = await sealed(lines)
    await ada.until(lambda: ada.is_playing, "the start without Ben's seed")
    expect([ada.seat(seat).get("revealed") for seat in "AB"] == [True, False], ada.table)
    seed = ben.seeds[seal["seats"][1]["commit"]]
    await ben.until(lambda: ben.is_playing, "the start")
    await ben.refused("nothing_to_reveal", "reveal", seed=seed)
    kept = [kept_of(line, before, seal) for line in lines]
    record, said = await play_out(lines)
    expect("Seat B did not reveal" in words(said) and "among 2 deals" in words(said), said)
    expect(seed not in record and f"commit B {commit_of(bytes.fromhex(seed))}" in record, record)
    expect(uno.fair.check(record, kept[0]) == (True, {}, [1]))
    expect(list(uno.fair.check(record, kept[1]).differences) == ["unrevealed"])


@in_time
async def one_lies(server, lines):
    lines += await seat_people(server, ["Ada L", "Ben L"], TABLE)
    ada, ben = lines
    ben.reveals = False
    await ben.refused("bad_message", "ready", seed="00" * 32)
    await ben.refused("bad_message", "ready", commit="abc")
    await sealed(lines)
    for number in range(5): await ben.refused("bad_reveal", "reveal", seed=f"{number:064x}")
    await ada.until(lambda: ada.is_playing, "the start")
    expect(ada.seat("B")["revealed"] is False)
    record = await end_game(lines)
    expect("contribution B" not in record and "commit B" in record, record)


async def leaves_meanwhile(server):
    lines = ada, ben, cleo = await seat_people(server, ["Ada S", "Ben S", "Cleo S"], {**TABLE, "seats": 3})
    ben.reveals = False
    await sealed(lines)
    await ben.good("stand")
    await ada.until(lambda: ada.is_playing, "the start")
    expect(len(ada.table["seats"]) == 3 and ada.seat("B")["left"] and ada.seat("C")["revealed"], ada.table)
    await ada.good("close")


async def programs(server):
    owner = Guest(server, "Author F")
    expect(owner.post("/api/claim", name="Author F", password="correct horse").status == 200)
    program = Program(server, owner.post("/api/bots", name="Robo F").json["token"])
    ada, = await seat_people(server, ["Ada P"], TABLE)
    await program.open()
    sat = await program.post("sit", table=ada.code)
    before = ada.table["commitment"]
    expect(sat.json["commitment"] == before, sat)
    seed = uno.fair.new_seed()
    expect((await program.post("ready", table=ada.code, commit="abc")).status == 400)
    expect((await program.post("ready", table=ada.code, commit=uno.fair.commit(seed))).status == 200)
    await ada.ready()
    await ada.good("start")
    seal = await program.next()
    expect(seal["type"] == "seal" and seal["seat"] == "B" and seal["commitment"] == before, seal)
    expect(seal["commits"]["B"] == uno.fair.commit(seed) and len(seal["commits"]) == 2, seal)
    expect((await program.post("reveal", table=ada.code, seed="00" * 32)).error == "bad_reveal")
    expect((await program.post("reveal", table=ada.code, seed=seed.hex())).status == 200)
    await ada.until(lambda: ada.is_playing, "the start")
    await gather(ada.play(), program.play())
    record = owner.get(f"/api/games/{seal['game']}/record").body.decode()
    kept = uno.fair.Kept(seal["players"], seal["seat"], before, seal["commits"], seed)
    expect(uno.fair.check(record, kept).good, record)


async def example_of_a_program(server):
    owner = Guest(server, "Author X")
    expect(owner.post("/api/claim", name="Author X", password="correct horse").status == 200)
    token = owner.post("/api/bots", name="Robo X").json["token"]
    ada, = await seat_people(server, ["Ada X"], TABLE)
    command = [sys.executable, str(SOURCES / "examples" / "remote-bot.py"), f"http://127.0.0.1:{server.port}", token, ada.code]
    program = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    await ada.until(lambda: "commit" in ada.seat("B"), "the program's commitment")
    await start([ada])
    await ada.play()
    said, _ = await asyncio.wait_for(program.communicate(), PATIENCE_S)
    expect(b"the deal: checked" in said, said)


# ---- a crash between seal and start ----

async def killed_behind_the_seal():
    server = Server()
    lines = ada, ben = await seat_people(server, ["Ada K", "Ben K"], TABLE)
    before = ada.table["commitment"]
    ada.reveals = ben.reveals = False
    seal = await sealed(lines)
    await ada.good("reveal", seed=ada.seeds[seal["seats"][0]["commit"]])
    server.kill()
    again = Server(data=server.data)
    for line in lines: line.server = line.guest.server = again
    ben.reveals = True
    for line in lines:
        await line.drop()
        await line.open()
        await line.join()
    for line in lines: await line.until(lambda line=line: line.is_playing, "the start")
    expect([ada.seat(seat).get("revealed") for seat in "AB"] == [True, True], ada.table)
    kept = kept_of(ada, before, seal)
    record, said = await play_out(lines)
    expect(said.returncode == 0 and uno.fair.check(record, kept).good, said)
    expect(compare(record, kept).returncode == 0, compare(record, kept))
    forged = compare(record, kept._replace(commits={**kept.commits, "B": "11" * 32}))
    expect(forged.returncode == 1 and "The commitments of the seats" in forged.stderr, forged)
    again.stop()


def compare(record, kept):
    """uno verify --kept"""
    with open(folder + "/game.uno", "w") as file: file.write(record)
    with open(folder + "/kept.txt", "w") as file: file.write(kept.format())
    return subprocess.run([UNO, "verify", folder + "/game.uno", "--kept", folder + "/kept.txt"], capture_output=True, text=True,
                          timeout=PATIENCE_S)


async def main():
    server = Server()
    tests = [("an operator with a seat cannot choose a hand", operator_with_a_seat(server)),
             ("all reveal", all_reveal(server)), ("one never reveals", one_never_reveals(server)), ("one lies", one_lies(server)),
             ("one leaves meanwhile", leaves_meanwhile(server)), ("a program adds its part", programs(server)),
             ("the example of a program", example_of_a_program(server)),
             ("killed between seal and start", killed_behind_the_seal())]
    await asyncio.gather(*(test(name, deed) for name, deed in tests))
    check_good_end("fair", server)


run(main)
