#!/usr/bin/env python3
"""together.py -- what people at different servers of one database do at the same moment: they take the same name, found a club of the same name, save the same
rules. One of them has it, the others are told so, and every server goes on."""
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


async def main():
    postgres = Postgres()
    servers = [Server(data=postgres.url) for _ in range(3)]
    await test("the same name at three servers", names(servers))
    await test("a club of the same name", clubs(servers))
    await test("the same rules", rules(servers))
    for number, server in enumerate(servers): check_good_end(f"server {number}", server)
    postgres.end()


run(main)
