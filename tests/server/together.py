#!/usr/bin/env python3
"""together.py -- what people at different servers of one database do at the same moment: they take the same name, found a club of the same name, save the same
rules. One of them has it, the others are told so, and every server goes on. They find each other in the lobby and by quick play, and guesses at a secret are counted
by all servers together."""
from concurrent.futures import ThreadPoolExecutor
from lib import *
from database import Postgres

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 6


def at_once(deeds):
    """All of them at the same moment; their answers."""
    with ThreadPoolExecutor(len(deeds)) as pool: return [task.result() for task in [pool.submit(deed) for deed in deeds]]


def one_of(name, answers, good, others):
    """One has it; whoever else asked is refused with one of these."""
    done = [answer for answer in answers if answer.status == good]
    refused = [answer.error for answer in answers if answer.status != good]
    expect(len(done) == 1 and set(refused) <= set(others), name, answers)


async def names(servers):
    for number in range(ROUNDS):
        people = [Guest(server, f"Guest {number}") for server in servers]
        answers = at_once([lambda person=person: person.post("/api/claim", name=f"Ada {number}", password="correct horse") for person in people])
        one_of(f"the name Ada {number}", answers, 200, ["name_taken"])
        winner = next(person for person, answer in zip(people, answers) if answer.status == 200)
        for server in servers:
            login = Guest(server).post("/api/login", name=f"Ada {number}", password="correct horse")
            expect(login.status == 200 and login.json["user"]["id"] == winner.id, login)


async def clubs(servers):
    for number in range(ROUNDS):
        people = [Account(server, f"Founder {number} {at}") for at, server in enumerate(servers)]  # nobody may own many
        answers = at_once([lambda person=person: person.post("/api/clubs", name=f"Club {number}") for person in people])
        one_of(f"Club {number}", answers, 201, ["name_taken"])


async def rules(servers):
    ada = Account(servers[0], "Ada of the rules")
    club = ada.post("/api/clubs", name="Rules").json["club"]["id"]
    version = 0
    for number in range(ROUNDS):
        text = f"[ruleset]\ntitle = Friday {number}\nextends = official\n[rules]\ntarget = {100 + number}\n"

        def save(server, text):
            editor = Guest(server)
            editor.cookie = ada.cookie
            return editor.ask("PUT", f"/api/clubs/{club}/rulesets/friday", {"text": text, "base": version})
        answers = at_once([lambda server=server, place=place: save(server, f"{text}cards_dealt = {5 + place}\n") for place, server in enumerate(servers)])
        one_of(f"version {version + 1}", answers, 201, ["busy", "conflict"])
        version += 1
        while True:  # the servers keep off for a moment
            answer = save(servers[number % len(servers)], f"{text}cards_dealt = 9\n")
            if answer.status == 201: break
            expect(answer.error == "busy", answer)
            await asyncio.sleep(0.1)
        version += 1


async def until(is_so, what):
    """What one server says, another hears a moment later."""
    end = time.monotonic() + PATIENCE_S
    while not (found := is_so()):
        expect(time.monotonic() < end, "waited in vain for", what)
        await asyncio.sleep(0.05)
    return found


async def lobby(servers):
    ada, ben, cleo = [Guest(server, name) for server, name in zip(servers, ("Ada", "Ben", "Cleo"))]
    line = await cleo.line()
    await line.good("lobby", yes=True)
    code = ada.table(is_public=True, title="Everybody", **FAST)

    def row(guest): return next((row for row in guest.get("/api/tables").json["tables"] if row["code"] == code), None)
    found = await until(lambda: row(ben), "the table in the lobby of another server")
    expect(found["title"] == "Everybody" and found["people"] == 1, found)
    await line.until(lambda: any(row["code"] == code for row in line.lobby or []), "whoever watches the lobby")
    host = await ada.line(code)
    other = await ben.line(code)
    await other.good("sit")
    await until(lambda: (row(cleo) or {}).get("people") == 2, "the second player")
    await other.good("stand")
    await host.good("close")
    await until(lambda: not row(cleo) and not row(ben), "its end")
    for each in (line, host, other): await each.drop()


async def quick(servers):
    """Who is alone at a table is found by whoever comes to another server."""
    people = [Guest(server, name) for server, name in zip(servers, ("Dora", "Emil", "Fritz"))]
    code = people[0].post("/api/quick", ruleset="official", seats=3).json["code"]
    waiting = await people[0].line(code)
    for guest in people[1:]:
        await until(lambda: any(row["code"] == code for row in guest.get("/api/tables").json["tables"]), "the table in the lobby")
        answer = guest.post("/api/quick", ruleset="official", seats=3)
        expect(answer.status == 200 and answer.json["code"] == code, answer)
    await waiting.until(lambda: waiting.table["stage"] == "playing", "the start")
    await waiting.drop()


async def guesses(postgres):
    """At three servers nobody has three times as many."""
    servers = [Server(data=postgres.url, limited=True) for _ in range(3)]
    eve, tried, begun = Guest(servers[0]), 0, time.monotonic()
    for server in servers:
        eve.server = server
        for number in range(100):
            answer = eve.get(f"/api/tables/AAAAAA{number % 10}{number // 10}")
            if answer.status == 429: break
            expect(answer.status == 404, answer)
            tried += 1
            if tried > 25: await asyncio.sleep(0.5)  # the others have heard of it by then, or soon
        expect(answer.status == 429, "nobody counts")
    granted = 30 + (time.monotonic() - begun) / 6  # ten more a minute
    expect(tried < granted + 20, tried, "guesses, and one server would have granted", granted)
    for server in servers: expect(server.stop() == 0)


async def main():
    postgres = Postgres()
    servers = [Server(data=postgres.url) for _ in range(3)]
    await test("the same name at three servers", names(servers))
    await test("a club of the same name", clubs(servers))
    await test("the same rules", rules(servers))
    await test("the lobby shows tables of all servers", lobby(servers))
    await test("quick play brings people of several servers together", quick(servers))
    for number, server in enumerate(servers): check_good_end(f"server {number}", server)
    await test("guesses are counted by all servers", guesses(postgres))
    postgres.end()


run(main)
