#!/usr/bin/env python3
"""tables.py -- life at a table, from outside: who comes back, on how many devices, who is slow, who leaves, who watches,
who talks, which rules a club plays by, and programs that sit among people."""
from lib import *

SHORT = {"options": {"cards_dealt": 4, "target": 0}, "fill": "greedy", **FAST}


def check_acts(server, line):
    """Every action since the line's first word was heard, and once."""
    entries = server.entries(line.code)
    acts = {q for q, text in entries.items() if text.startswith("act ") and q > min(line.heard)}
    heard = {q for q, (kind, *_) in line.heard.items() if kind == "act"}
    expect(acts == heard, line.guest.name, "missed", sorted(acts - heard)[:9], "was told too much", sorted(heard - acts)[:9])
    for q, told in line.heard.items(): check_entry(q, entries[q], told)


# ---- coming back ----

async def reconnect(server, settings, people):
    lines = await seat_people(server, [f"Re{i} {settings['ruleset']}" for i in range(people)], {"fill": "greedy", **FAST, **settings})
    await start(lines)

    async def shaky(line):
        """Loses the connection again and again, also in the middle of an action."""
        while line.over is None:
            try:
                if line.chance.randrange(5) == 0:
                    if line.is_awaited():
                        asked = await line.good("ask")
                        actions = [action["do"] for action in asked["actions"]]
                        if actions: await line.send({"t": "do", "do": line.choose(actions), "q": asked["q"]})
                    await line.drop()
                    await asyncio.sleep(line.chance.random() * 0.05)
                    answer = await line.again()
                    expect(answer["t"] == "resumed", answer)
                    if line.chance.randrange(3) == 0: await line.join()
                elif line.is_awaited(): await line.act()
                else:
                    before = line.q
                    await line.until(lambda: line.q > before or line.over is not None, "the others")
            except Closed:
                if line.trouble: raise
                await line.again()

    await gather(*(shaky(line) for line in lines))
    for line in lines:
        await line.join()
        line.check()
        check_acts(server, line)
    # Before and after games there is nothing to take up: the whole is shown.
    await lines[0].drop()
    await lines[0].again()
    await lines[1].good("stand")
    lines[0].game_id = None
    await lines[0].drop()
    expect((await lines[0].again())["t"] == "joined")


async def two_devices(server):
    ada, ben = await seat_people(server, ["Ada D", "Ben D"], {**SHORT, "seats": 2})
    second = await ada.guest.line(ada.code)
    expect(second.you == "A")
    await start([ada, ben])
    await second.until(lambda: second.is_playing)
    mine = [ada, second]
    for turn in range(6):
        for line in (ada, second, ben): await line.settled()
        if ada.over is not None: break
        if ada.is_awaited():
            asked = await mine[turn % 2].good("ask")
            do = ada.choose([action["do"] for action in asked["actions"]])
            answer = await mine[turn % 2].good("do", do=do, q=asked["q"])
            other = mine[1 - turn % 2]
            await other.until(lambda: other.q >= answer["q"])
            expect(other.heard[answer["q"]][2] == do, "the other device is told what was done")
            await other.refused("stale" if other.over is None else "not_playing", "do", do=do, q=asked["q"])
        else: await ben.act()
        expect(ada.view == second.view or ada.q != second.q)
    expect(ada.here == ["A", "B"])
    await second.close()
    await ada.settled()
    expect(ada.here == ["A", "B"], "one device is left", ada.here)


async def another_device(server):
    ada, ben = await seat_people(server, ["Ada L", "Ben L"], {**SHORT, "seats": 2})
    await start([ada, ben])
    link = ada.guest.post("/api/link")
    expect(link.status == 201, link)
    token = link.json["link"].rsplit("/", 1)[1]
    phone = Guest(server)
    redeemed = phone.post("/api/link/redeem", token=token)
    expect(redeemed.status == 200 and redeemed.json["user"]["id"] == ada.guest.id, redeemed)
    again = Guest(server).post("/api/link/redeem", token=token)
    expect(again.status == 403 and again.error == "bad_link", again)
    phone.id, phone.name = ada.guest.id, "phone"
    line = await phone.line(ada.code)
    await ada.settled()
    expect(line.you == "A" and line.view["hand"] == ada.view["hand"], "the same hand")
    await gather(line.play(), ben.play())
    qr = Guest(server).ask("GET", "/api/qr?text=" + link.json["link"])
    expect(qr.status == 200 and qr.headers["Content-Type"] == "image/svg+xml" and qr.body.startswith(b"<svg"), qr)
    expect(Guest(server).get("/api/qr?text=https://evil.example/").status == 400)
    phone.post("/api/logout")
    expect(await line.until_closed() == 4001, line.closed)
    await ada.settled()


# ---- seats ----

async def leaving(server):
    ada, ben, cleo = await seat_people(server, ["Ada V", "Ben V", "Cleo V"], {**SHORT, "seats": 3, "options": {"cards_dealt": 9, "target": 0}})
    await start([ada, ben, cleo])
    await ben.good("stand")
    expect(ben.seat("B")["left"] and not ben.over)
    await ben.refused("not_seated", "do", do="draw", q=ben.q)
    await ben.refused("not_seated", "stand")
    before = ada.q
    tasks = [asyncio.create_task(line.play()) for line in (ada, cleo)]
    await ada.until(lambda: any(q > before and heard[1] == "B" and heard[3] == "clock" for q, heard in ada.heard.items()) or ada.over, "the bot for Ben")
    if not ada.over:
        answer = await ben.ask("back")
        if answer["t"] == "table": expect(not ben.seat("B")["left"])
        tasks.append(asyncio.create_task(ben.play()))
    await asyncio.gather(*tasks)
    # The host leaves: somebody else has the table.
    await ada.good("stand")
    await ben.until(lambda: ben.table["host"] != "A", "another host")
    expect(ben.table["host"] in ("B", "C") and ben.table["seats"][0]["kind"] == "free", ben.table)
    host = ben if ben.table["host"] == ben.you else cleo
    await host.good("bot", seat="A", kind="greedy")
    await host.good("clear", seat="A")
    other = cleo if host is ben else ben
    await host.good("host", seat=other.you)
    await other.until(lambda: other.table["host"] == other.you)
    await other.good("clear", seat=host.you)
    await host.refused("kicked", "sit")
    await other.good("leave")
    await other.refused("not_joined", "sit")


async def slow(server):
    """Nobody waits for ever; and whoever is back plays on."""
    ada, ben = await seat_people(server, ["Ada S", "Ben S"], {**SHORT, "seats": 2, "think_s": 3, "reserve_s": 0, "options": {"cards_dealt": 9, "target": 0}})
    await start([ada, ben])
    player = asyncio.create_task(ada.play())

    def clocks(): return [q for q, heard in ben.heard.items() if heard[0] == "act" and heard[1] == "B" and heard[3] == "clock"]

    await ben.until(lambda: ben.seat("B")["away"] or ben.over, "that Ben is away")
    if ben.over is None:
        expect(len(clocks()) >= 1, "a bot decided before")
        asked = await ben.ask("back")
        expect(asked["t"] in ("table", "no"), asked)
        if ben.over is None: expect(not ben.seat("B")["away"], "he is back")
    await cancel([player])
    await gather(ada.play(), ben.play())


async def votes(server):
    lines = await seat_people(server, ["Ada O", "Ben O", "Cleo O"], {**SHORT, "seats": 3})
    ada, ben, cleo = lines
    await start(lines)
    await ada.good("pause")
    await ben.until(lambda: ben.table["paused"] == "self")
    await ben.refused("paused", "do", do="draw", q=ben.q)
    await ben.refused("not_host", "resume")
    await ada.good("resume")
    await ada.refused("not_paused", "resume")
    await ben.refused("not_yourself", "vote", what="kick", seat="B")
    await ben.good("vote", what="pause")
    await ben.refused("voted", "vote", yes=True)
    await ada.refused("vote_running", "vote", what="end")
    await cleo.good("vote", yes=True)
    await ada.until(lambda: ada.table["paused"] == "vote" and ada.table["vote"] is None)
    await ada.good("vote", what="pause")
    await ben.good("vote", yes=True)
    await ada.until(lambda: ada.table["paused"] is None)
    await ada.good("vote", what="kick", seat="C")
    await cleo.refused("not_yourself", "vote", yes=False)
    await ben.good("vote", yes=True)
    await cleo.until(lambda: cleo.you is None, "that Cleo had to go")
    expect(cleo.view["hand"] == [] and cleo.view["seat"] is None, "and sees no hand any more")
    await cleo.refused("kicked", "wait")
    await ada.refused("too_few", "vote", what="kick", seat="B")
    await ada.good("vote", what="end")
    await ben.good("vote", yes=False)
    await ada.until(lambda: ada.table["vote"] is None)
    expect(ada.over is None)
    await ada.good("vote", what="end")
    await ben.good("vote", yes=True)
    await cleo.until(lambda: cleo.over is not None, "the end")
    game = ada.guest.get("/api/games/" + ada.over["game"]).json["game"]
    expect(not game["finished"] and ada.table["stage"] == "gathering", game)


async def spectators(server):
    ada, ben = await seat_people(server, ["Ada P", "Ben P"], {**SHORT, "seats": 3, "options": {"cards_dealt": 3, "target": 150}})
    eve = await Guest(server, "Eve P").line(ada.code)
    await start([ada, ben])
    await eve.until(lambda: eve.is_playing)
    expect(eve.you is None and eve.view["hand"] == [])
    await eve.refused("not_gathering", "sit")
    await eve.good("wait")
    await eve.refused("waiting_already", "wait")
    expect(ada.table["waiting"] == [] or ada.table["waiting"][0]["name"] == "Eve P")
    tasks = [asyncio.create_task(line.play()) for line in (ada, ben)]
    await eve.until(lambda: eve.you is not None or eve.over is not None, "a seat at the next deal")
    if eve.over is None:
        expect(eve.you == "C" and eve.view["seat"] == "C", eve.you)
        tasks.append(asyncio.create_task(eve.play()))
    await asyncio.gather(*tasks)
    expect(eve.you == "C")
    check_told(server, [ada, ben, eve])
    await ada.good("set", spectators=False, options={"cards_dealt": 5, "target": 0})
    await start([ada, ben, eve])
    late = await Guest(server, "Late P").line()
    answer = await late.ask("join", code=ada.code)
    expect(answer.get("code") == "no_spectators", answer)


# ---- words ----

async def chat(server):
    ada, ben = await seat_people(server, ["Ada C", "Ben C"], {**SHORT, "seats": 2})
    said = await ada.good("chat", text="  hello\n\u202e world\u0007  ")
    expect(said["text"] == "hello world" and said["name"] == "Ada C" and said["user"] == ada.guest.id, said)
    await ada.good("chat", phrase="good_luck")
    await ada.good("chat", emote="clap")
    await ada.refused("bad_text", "chat", phrase="rude")
    await ada.refused("bad_text", "chat", text="x" * 201)
    await ada.refused("bad_text", "chat")
    await ben.until(lambda: len(ben.chat) == 3)
    expect([line.get("text") or line.get("phrase") or line.get("emote") for line in ben.chat] == ["hello world", "good_luck", "clap"], ben.chat)
    await ben.good("mute", user=ada.guest.id)
    await ada.good("chat", text="can you hear me?")
    await ben.settled()
    expect(len(ben.chat) == 3, "he does not")
    await ben.good("mute", user=ada.guest.id, yes=False)
    await ada.good("chat", text="and now?")
    await ben.until(lambda: len(ben.chat) == 4)
    late = await Guest(server, "Late C").line(ada.code)
    expect([line["text"] for line in late.chat] == ["hello world", "can you hear me?", "and now?"], late.chat)
    await ada.good("set", chat=False)
    await ben.refused("chat_off", "chat", text="?")
    name = ben.guest.post("/api/me", name="Benjamin")
    expect(name.status == 200, name)
    await ada.until(lambda: ada.seat("B")["name"] == "Benjamin", "the new name")
    await ada.good("set", chat=True)
    said = await ben.good("chat", text="it is me")
    expect(said["name"] == "Benjamin", said)
    await ben.good("stand")
    await ben.good("sit")
    await ada.until(lambda: ada.seat("B")["name"] == "Benjamin", "the new name, sat down anew")


# ---- windows ----

async def forgets(server):
    """Plays until somebody lays the last card but one without a call: that line, the other one, and when."""
    while True:
        ada, ben = await seat_people(server, ["Ada U", "Ben U"],
                                     {**SHORT, "seats": 2, "window_ms": 3000, "options": {"cards_dealt": 3, "target": 0}})
        await start([ada, ben])
        while ada.over is None:
            for line in (ada, ben): await line.settled()
            mover, other = (ada, ben) if ada.is_awaited() else (ben, ada)
            asked = await mover.good("ask")
            actions = [action["do"] for action in asked["actions"]]
            quiet = [do for do in actions if do + "!" in actions]
            do = quiet[0] if quiet else next((do for do in actions if do != "draw"), "draw")
            answer = await mover.good("do", do=do, q=asked["q"])
            if not quiet: continue
            await other.until(lambda: other.q >= answer["q"])
            open_for = other.view["uno"]["seat"]
            if open_for == mover.you and other.is_awaited() and other.view["phase"] == "turn": return mover, other, answer["q"]
            break  # an action card was more than a turn: another game


async def windows(server):
    """Who forgets to call can be caught, and the next player waits for it."""
    mover, other, laid = await forgets(server)
    expect((await other.ask("do", do="catch", q=other.q))["t"] == "held", "in favour of the caller")
    await other.until(lambda: other.q > laid, "the catch")
    expect(other.heard[laid + 1][:3] == ("act", other.you, "catch"), other.heard[laid + 1])
    await mover.until(lambda: mover.q > laid)
    expect(len(mover.view["hand"]) > 1, "who was caught pays")

    mover, other, laid = await forgets(server)
    expect((await other.ask("do", do="catch", q=other.q))["t"] == "held")
    called = await mover.good("do", do="call", q=mover.q)
    expect(called["t"] == "act" and mover.view["uno"]["called"], called)
    await other.until(lambda: other.q >= called["q"])
    held = await other.ask("do", do="draw", q=other.q)
    expect(held["t"] in ("act", "held"), held)
    await other.until(lambda: other.q > called["q"], "the next turn")
    expect(not any(heard[2] == "catch" for heard in other.heard.values()), "the call came in time, and the catch is dropped")
    expect(len(mover.view["hand"]) == 1)
    await mover.refused("no_catch", "do", do="catch", q=mover.q)


# ---- finding each other ----

async def quick(server):
    ada, ben = Guest(server, "Ada K"), Guest(server, "Ben K")
    wish = {"ruleset": "ultimate", "seats": 2, **{**FAST, "fill": "greedy"}}
    first = ada.post("/api/quick", **wish)
    expect(first.status == 201, first)
    line = await ada.line(first.json["code"])
    second = ben.post("/api/quick", **wish)
    expect(second.status == 200 and second.json["code"] == first.json["code"], second)
    other = await ben.line(second.json["code"])
    for one in (line, other): await one.until(lambda one=one: one.table["stage"] == "playing", "that it starts by itself")
    expect({line.you, other.you} == {"A", "B"})


async def lobby(server):
    eve, ada = await Guest(server, "Eve B").line(), Guest(server, "Ada B")
    await eve.good("lobby")
    code = ada.table(is_public=True, title="Come in", **FAST)
    ada.table(title="Private", **FAST)

    def shown(): return {table["code"]: table for table in eve.lobby}

    await eve.until(lambda: code in shown(), "the new table")
    expect(shown()[code]["title"] == "Come in" and "Private" not in [table["title"] for table in eve.lobby])
    listed = Guest(server).get("/api/tables").json["tables"]
    expect(code in [table["code"] for table in listed])
    expect({table["title"] for table in ada.get("/api/tables").json["mine"]} == {"Come in", "Private"})
    line = await ada.line(code)
    await line.good("close")
    await eve.until(lambda: code not in shown(), "that it is closed")
    expect(any(message["t"] == "closed" and message["code"] == "closed" for message in line.messages))
    await eve.good("lobby", yes=False)


async def accounts(server):
    ada = Guest(server, "Ada A")
    line = await ada.line()
    claimed = ada.post("/api/claim", name="Ada the First", password="correct horse battery")
    expect(claimed.status == 200 and claimed.json["user"]["id"] == ada.id and claimed.json["user"]["kind"] == "account", claimed)
    await line.settled()
    expect(Guest(server).post("/api/guest", name="ada THE first").status == 409, "the name is taken")
    other = Guest(server)
    expect(other.post("/api/login", name="Ada the First", password="wrong horse battery").error == "wrong_password")
    expect(other.post("/api/login", name="nobody at all", password="wrong horse battery").error == "wrong_password")
    login = other.post("/api/login", name="ADA the first", password="correct horse battery")
    expect(login.status == 200 and login.json["user"]["id"] == ada.id, login)
    other.id = ada.id
    second = await other.line()
    expect(other.post("/api/logout").status == 200)
    expect(await second.until_closed() == 4001, second.closed)
    await line.settled()
    other.post("/api/login", name="Ada the First", password="correct horse battery")
    second = await other.line()
    expect(other.post("/api/logout", everywhere=True).status == 200)
    expect([await line.until_closed(), await second.until_closed()] == [4001, 4001])
    expect(ada.get("/api/me").json["user"] is None)


# ---- clubs ----

async def clubs(server):
    owner, member = Guest(server, "Owner"), Guest(server, "Member")
    expect(owner.post("/api/claim", name="Owner", password="correct horse").status == 200)
    club = owner.post("/api/clubs", name="Friday club").json["club"]
    expect(member.get(f"/api/clubs/{club['id']}").status == 404)
    expect(member.post("/api/clubs/join", invite=club["invite"]).status == 201)
    path = f"/api/clubs/{club['id']}/rulesets/friday"
    text = "[ruleset]\ntitle = Friday night\nextends = official\n[rules]\ncards_dealt = 4\ntarget = 0\n"
    expect(member.ask("PUT", path, {"text": text, "base": 0}).status == 403)
    first = owner.ask("PUT", path, {"text": text, "base": 0})
    expect(first.status == 201 and first.json["ruleset"]["version"] == 1, first)
    expect(owner.ask("PUT", path, {"text": text, "base": 1}).status == 200, "the same text is no new version")
    changed = text.replace("cards_dealt = 4", "cards_dealt = 3")
    expect(owner.ask("PUT", path, {"text": changed, "base": 0}).error == "conflict")
    second = owner.ask("PUT", path, {"text": changed, "base": 1})
    expect(second.status == 201 and second.json["ruleset"]["version"] == 2 and second.json["ruleset"]["hash"] != first.json["ruleset"]["hash"])
    expect(owner.ask("PUT", path, {"text": "[rules]\ncards_dealt = many", "base": 2}).error == "bad_ruleset")
    versions = member.get(path + "/versions").json["versions"]
    expect([version["version"] for version in versions] == [2, 1], versions)
    diff = member.get(path + "/diff?from=1&to=2").json
    expect(diff["differences"] == 1 and "4" in diff["text"] and "3" in diff["text"], diff)
    for name, version in (("friday", second), ("friday@1", first)):
        rules = f"club:{club['id']}/{name}"
        expect(Guest(server, "Stranger").post("/api/tables", ruleset=rules).status != 201)
        code = owner.table(ruleset=rules, seats=2, **{**FAST, "fill": "greedy"})
        ada, ben = await owner.line(code), await member.line(code)
        await ben.good("sit")
        await start([ada, ben])
        await gather(ada.play(), ben.play())
        game = ada.guest.get("/api/games/" + ada.over["game"]).json["game"]
        expect(game["hash"] == version.json["ruleset"]["hash"] and game["club"] == club["id"], game)
        expect(code in [table["code"] for table in member.get(f"/api/tables?club={club['id']}").json["tables"]])
        expect(verify(member.get(f"/api/games/{game['id']}/record").body).returncode == 0)
    expect(len(member.get(f"/api/games?club={club['id']}").json["games"]) == 2)


# ---- programs ----

async def programs(server):
    owner = Guest(server, "Author")
    expect(owner.post("/api/claim", name="Author", password="correct horse").status == 200)
    made = owner.post("/api/bots", name="Robo")
    expect(made.status == 201, made)
    program = Program(server, made.json["token"])
    expect((await program.post("sit", table="AAAAAAAA")).status == 404)
    ada, = await seat_people(server, ["Ada M"], {**SHORT, "seats": 3, "options": {"cards_dealt": 6, "target": 0}})
    expect((await program.post("sit", table=ada.code)).error == "no_stream")
    await program.open()
    expect((await program.post("sit", table=ada.code)).status == 200)
    await ada.until(lambda: ada.seat("B")["kind"] == "program" and ada.seat("B")["ready"], "the program")
    expect(ada.seat("B")["name"] == "Robo")
    await start([ada])
    _, end = await gather(ada.play(), program.play())
    expect(end["winners"] == ada.over["winners"] and end["scores"] == ada.over["scores"], end, ada.over)
    expect(program.acts > 0 and verify(owner.get(f"/api/games/{ada.over['game']}/record").body).returncode == 0)
    expect(owner.get("/api/games?user=" + made.json["bot"]["id"]).json["games"][0]["id"] == ada.over["game"], "the games of one's bots")
    expect((await program.post("ready", table=ada.code)).status == 200)
    await start([ada])
    await gather(ada.play(), program.play())
    expect((await program.post("stand", table=ada.code)).status == 200)
    token = owner.post(f"/api/bots/{made.json['bot']['id']}/token").json["token"]
    expect(await program.next() is None, "the old stream ends with its token")
    expect((await program.post("sit", table=ada.code)).status == 401)
    newer = Program(server, token)
    await newer.open()


async def main():
    server = Server()
    tests = [
        ("coming back: official", reconnect(server, {"ruleset": "official", "seats": 4, "options": {"cards_dealt": 6, "target": 60}}, 3)),
        ("coming back: ultimate-next", reconnect(server, {"ruleset": "ultimate-next", "seats": 3, "options": {"cards_dealt": 5}}, 2)),
        ("coming back: split-v3", reconnect(server, {"ruleset": "split-v3", "seats": 3, "options": {"numbers_dealt": 6}}, 3)),
        ("coming back: split-duel", reconnect(server, {"ruleset": "split-duel", "seats": 2, "options": {"numbers_dealt": 6}}, 2)),
        ("two devices", two_devices(server)), ("another device by link", another_device(server)),
        ("leaving and coming back", leaving(server)), ("somebody is slow", slow(server)), ("pauses and votes", votes(server)),
        ("spectators", spectators(server)), ("chat", chat(server)), ("windows", windows(server)), ("quick play", quick(server)),
        ("the lobby", lobby(server)),
    ]
    # These ask for passwords to be checked, which takes long, and nobody here answers the server's pings meanwhile: they have their turn when the others are done.
    slow_ones = [("accounts", accounts(server)), ("clubs", clubs(server)), ("programs that play", programs(server))]
    for together in (tests, slow_ones): await asyncio.gather(*(test(name, deed) for name, deed in together))
    check_good_end("tables", server)


run(main)
