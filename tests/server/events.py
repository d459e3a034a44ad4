#!/usr/bin/env python3
"""events.py [ROUNDS [SEED]] -- the server is killed (kill -9) again and again while an event is run: people enter, results are typed in,
bots play. Whatever was answered is in the event after the restart, in the same order, and the event is played to its end."""
from lib import *

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 6
chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else None)


def entries_of(guest, code):
    """All entries, the oldest first, without what became of them."""
    answer = guest.get(f"/api/events/{code}/entries?most=500")
    expect(answer.status == 200, answer)
    return [(entry["id"], entry["do"], entry["words"]) for entry in reversed(answer.json["entries"])]


def step(guest, code, number):
    """One thing that an organiser does now; None: the event is over."""
    event = guest.get(f"/api/events/{code}").json["event"]
    path = f"/api/events/{code}/entries"
    if event["state"] == "over": return None
    if event["state"] == "gathering" and event["entrants"] < 12:
        bot = {"bot": "greedy"} if number % 2 else {}
        return guest.post(path, do="enter", name=f"Player {number}", **bot)
    if event["state"] == "gathering": return guest.post(path, do="start")
    games = guest.get(f"/api/events/{code}/games?open=1").json["games"]
    typed = [game for game in games if not game.get("bots")]
    if typed:
        places = [seat["who"] for seat in typed[0]["seats"]]
        chance.shuffle(places)
        return guest.post(path, do="result", game=typed[0]["id"], places=places)
    if games: return guest.get(f"/api/events/{code}")
    return guest.post(path, do="round")


async def bots_alone(server, guest):
    """Two bots play at a server that has just started, and whoever checks passwords there is not bothered by it."""
    path = f"/api/events/{guest.post('/api/events', form='swiss', numbers={'rounds': 1}).json['event']['code']}"
    for name in ("One", "Two"): expect(guest.post(path + "/entries", do="enter", name=name, bot="greedy").status == 200)
    for do in ("start", "round"): guest.post(path + "/entries", do=do)
    give_up = time.monotonic() + PATIENCE_S
    while not any(game["state"] == "over" for game in guest.get(path + "/games").json["games"]):
        expect(time.monotonic() < give_up, "the bots do not play")
        await asyncio.sleep(0.05)
    children = subprocess.run(["ps", "-o", "stat=", "--ppid", str(server.process.pid)], capture_output=True, text=True).stdout.split()
    expect(children and not any(state.startswith("Z") for state in children), "the process for passwords has ended over a game of bots:", children)


async def killed_events(_):
    server = Server()
    guest = Guest(server, "Ada")
    code = guest.post("/api/events", form="swiss", numbers={"rounds": 4}).json["event"]["code"]
    told, number, over = [], 0, False
    for _ in range(ROUNDS):
        for _ in range(chance.randrange(2, 14)):
            number += 1
            answer = step(guest, code, number)
            if answer is None: break
            expect(answer.status in (200, 409), answer)
        told = entries_of(guest, code)
        server.kill()
        server = Server(data=server.data)
        guest.server = server
        after = entries_of(guest, code)
        expect(after[:len(told)] == told, "told before:", told[-3:], "after the kill:", after[-3:])
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        number += 1
        answer = step(guest, code, number)
        if answer is None: break
        if answer.json.get("event"): time.sleep(0.05)  # only bots play now
    event = guest.get(f"/api/events/{code}").json["event"]
    expect(event["state"] == "over" and event["champion_name"], event["state"], event["open"])
    results = server.rows("SELECT count(*) FROM results WHERE event <> 0")[0][0]
    expect(results > 0, "no game of bots was kept")
    await bots_alone(server, guest)
    server.stop()


async def main():
    await test(f"an event that is killed {ROUNDS} times loses nothing", killed_events(None))

run(main)
