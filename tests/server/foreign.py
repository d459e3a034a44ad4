#!/usr/bin/env python3
"""foreign.py -- every message and every request with what belongs to somebody else: seats, users, tables, games, clubs, bots,
keys. By a stranger, a spectator, somebody of another table, another player and the host it is refused where it is not their
right, and then nothing has changed: not the database, not what the table is like, and nobody heard of it.

The kinds of messages and the routes are read from the tables of the server's source. Each needs a row below (MESSAGES, ROUTES):
one without fails here, so whoever adds a message says who may send it, and whoever adds a route what is foreign in it."""
from lib import *

SOURCE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../src/hub")


def source_rows(pattern, *names):
    """Rows of tables in the source."""
    names = names or [name for name in sorted(os.listdir(SOURCE)) if name.endswith(".c")]
    rows = []
    for name in names:
        with open(os.path.join(SOURCE, name)) as file: rows += re.findall(pattern, file.read(), re.M)
    return rows


KINDS = source_rows(r"^SAY\((\w+),", "../wire/messages.def")
PATHS = {f"{method} {path}": access for method, path, access in
         source_rows(r'^\s*\{"(GET|POST|PUT|DELETE)", "(/api/[^"]*)", (API_\w+), \w+, \w+\},')}


def check_documents():
    """What the server knows stands in docs/protocol.md and docs/api.md."""
    text = ""
    for name in ("protocol.md", "api.md"):
        with open(os.path.join(SOURCE, "../../docs", name)) as file: text += file.read()
    written = {f"{method} {re.sub('[A-Z]+', '*', path)}" for method, path in re.findall(r"`(GET|POST|PUT|DELETE) (/[^\s`?]*)", text)}
    written |= {route.replace(" /rulesets", " /api/clubs/*/rulesets") for route in written}
    unwritten = [route for route in PATHS if route not in written] + [kind for kind in KINDS if f'"t":"{kind}"' not in text]
    check("every message and every route is in the documents", not unwritten, unwritten)


# ---- who is there ----


class Token(Guest):
    """A program: nothing but the token of a bot."""

    def __init__(self, server, token):
        super().__init__(server)
        self.token = token

    def ask(self, method, path, body=None, headers=None):
        return super().ask(method, path, body, {"Authorization": f"Bearer {self.token}", **(headers or {})})


class House:
    """A table in the midst of a game, another one, an account with club, ruleset, bot and link; and those who envy it all."""

    async def open(self, server):
        self.server = server
        self.ada, self.ben, self.cleo = Account(server, "Ada"), Guest(server, "Ben"), Guest(server, "Cleo")
        self.eve, self.guest, self.nobody = Account(server, "Eve"), Guest(server, "Gus"), Guest(server)
        self.own_things()
        while True:  # until it is not the host's turn
            self.lines = [await guest.line() for guest in (self.ada, self.ben, self.cleo)]
            self.code = self.ada.table(seats=3, options={"target": 0}, **FAST)
            for line in self.lines: await line.join(self.code)
            for line in self.lines[1:]: await line.good("sit")
            await start(self.lines)
            if not self.lines[0].is_awaited(): break
            await self.lines[0].good("close")
        self.mover = next(line for line in self.lines if line.is_awaited())
        self.player = next(line for line in self.lines[1:] if line is not self.mover)
        self.host = self.lines[0]
        self.spectator = await Guest(server, "Sue").line(self.code)
        self.stranger = await self.eve.line()
        self.elsewhere = (await seat_people(server, ["Dora", "Emil"], {"seats": 2, "options": {"target": 0}, **FAST}))
        await start(self.elsewhere)
        asked = await self.mover.good("ask")
        self.action = asked["actions"][0]["do"]
        return self

    def own_things(self):
        made = self.ada.post("/api/bots", name="Ada's bot").json
        self.bot, self.token = made["bot"]["id"], made["token"]
        self.program = Token(self.server, self.token)
        made = self.eve.post("/api/bots", name="Eve's bot").json
        self.intruder = Token(self.server, made["token"])
        club = self.ada.post("/api/clubs", name="Friday").json["club"]
        self.club = club["id"]
        expect(self.ben.post("/api/clubs/join", invite=club["invite"]).status == 201)
        text = "[ruleset]\ntitle = Friday\nextends = official\n"
        answer = self.ada.ask("PUT", f"/api/clubs/{self.club}/rulesets/friday", {"text": text, "base": 0})
        expect(answer.status == 201, answer)
        follow = self.ada.post("/api/follow").json
        self.follow, self.follow_key = follow["code"], follow["key"]
        self.other_key = self.eve.post("/api/follow").json["key"]
        expect(self.ada.ask("PUT", f"/api/follow/{self.follow}", {"key": self.follow_key, "seq": 1, "log": "arbiter 1\n"}).status == 200)
        made = self.ada.post("/api/events", form="split", open=False, online=False).json["event"]
        self.event, self.event_key = made["code"], made["key"]
        for number in range(10):
            expect(self.ada.post(f"/api/events/{self.event}/entries", do="enter", name=f"P{number}").status == 200)
        expect(self.ada.post(f"/api/events/{self.event}/entries", do="start").status == 200)
        self.game_key = self.ada.get(f"/api/events/{self.event}/games").json["games"][0]["key"]
        self.link = self.ada.post("/api/link").json["link"].rsplit("/", 1)[1]
        self.session = self.ada.cookie.split("=", 1)[1]

    @property
    def game(self): return self.host.game_id

    def actors(self):
        """Who tries, by their part in the table."""
        return {"stranger": self.stranger, "elsewhere": self.elsewhere[1], "spectator": self.spectator, "player": self.player,
                "host": self.host}

    # -- what must not change --

    def stored(self):
        """The whole database."""
        tables = [name for name, in self.server.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return {name: sorted(map(repr, self.server.rows(f"SELECT * FROM {name}"))) for name in tables}

    async def heard(self):
        """What everybody at the table has heard so far."""
        lines = [*self.lines, self.spectator]
        for line in lines: await line.settled()
        return [(line.q, len(line.heard), len(line.messages), len(line.chat), json.dumps(line.table), json.dumps(line.view),
                 json.dumps(line.here)) for line in lines]

    def entries(self): return self.server.entries(self.code)


# ---- messages ----

def foreign_fields(house):
    """Everything of others that a message might name, whatever the field is called."""
    letter, user = house.mover.you, house.mover.guest.id
    return [{}, {"seat": letter}, {"seat": "A"}, {"by": letter}, {"user": user}, {"user": house.ada.id}, {"code": house.code},
            {"table": house.code}, {"game": house.game}, {"club": house.club}, {"token": house.token}, {"session": house.session},
            {"seat": letter, "by": letter, "user": user, "as": user, "from": user, "code": house.code, "table": house.code,
             "how": "bot", "observer": letter, "host": user, "name": "Ada"}]


HOST = {"host"}
SEATED = {"host", "player"}
ALL = {"stranger", "elsewhere", "spectator", "player", "host"}

# kind: (what it says, whose right it is at a table where a game is played). Those who have no right are refused. For those who have
# one there is a test of its own below, which sees to it that it concerns nobody but them.
MESSAGES = {
    "do": (lambda house: {"do": house.action, "q": house.mover.q}, set()),
    "tell": (lambda house: {"text": "not mine"}, set()),
    "ask": (lambda house: {}, {"spectator", "player", "host"}),
    "chat": (lambda house: {"text": "it was me"}, {"spectator", "player", "host"}),
    "mute": (lambda house: {}, ALL),
    "join": (lambda house: {}, ALL),
    "leave": (lambda house: {}, {"spectator", "player", "host"}),
    "sit": (lambda house: {}, set()),
    "wait": (lambda house: {"yes": True}, {"spectator"}),
    "stand": (lambda house: {}, SEATED),
    "back": (lambda house: {}, set()),
    "ready": (lambda house: {}, set()),
    "reveal": (lambda house: {"seed": "00" * 32}, set()),
    "bot": (lambda house: {"kind": "easy"}, set()),
    "clear": (lambda house: {}, set()),
    "host": (lambda house: {}, HOST),
    "set": (lambda house: {"title": "Mine"}, HOST),
    "start": (lambda house: {}, set()),
    "pause": (lambda house: {}, HOST),
    "resume": (lambda house: {}, set()),
    "vote": (lambda house: {"what": "kick"}, SEATED),
    "close": (lambda house: {}, HOST),
    "lobby": (lambda house: {}, ALL),
    "ping": (lambda house: {}, ALL),
    "follow": (lambda house: {}, ALL),
    "team": (lambda house: {"text": "not my group"}, set()),
}


async def refused_messages(house, kind):
    make, right = MESSAGES[kind]
    stored, heard = house.stored(), await house.heard()
    for role, line in house.actors().items():
        if role in right or role == "elsewhere": continue
        for fields in foreign_fields(house):
            answer = await line.ask(kind, **{**make(house), **fields})
            expect(answer["t"] == "no", role, kind, fields, answer)
    expect(house.stored() == stored, kind, "has changed the database")
    expect(await house.heard() == heard, kind, "was heard of")


async def other_tables(house, kind):
    """Whoever sits at another table does there what they may; this one is not touched."""
    make, _ = MESSAGES[kind]
    entries, heard = house.entries(), await house.heard()
    line = house.elsewhere[1]
    for fields in foreign_fields(house):
        if kind == "join" and "code" in fields: continue  # that is how one comes here
        await line.ask(kind, **{**make(house), **fields})
        if kind == "leave": await line.join()
    expect(house.entries() == entries and await house.heard() == heard, kind, "from another table was heard")


async def own_answers(house):
    """What is asked is told from the asker's own seat."""
    for role, line in house.actors().items():
        if role in ("stranger", "elsewhere"): continue
        plain = await line.good("ask")
        for fields in foreign_fields(house):
            answer = await line.good("ask", **fields)
            expect({**answer, "id": 0} == {**plain, "id": 0}, role, fields, answer)
        expect(not [action for action in plain["actions"] if action["do"] == house.action] or role != "spectator", plain)


async def own_joins(house):
    """Who joins sees the table from their own seat, or from none."""
    for line in (house.spectator, house.player):
        for fields in foreign_fields(house):
            for since in ({}, {"since": house.host.q - 1}):
                seat, before = line.you, line.q
                line.joining = line.catching_up = True
                answer = await line.ask("join", **{**fields, **since, "code": house.code})
                line.joining = line.catching_up = False
                expect(answer["t"] in ("joined", "resumed") and answer["you"] == seat, answer)
                if answer["t"] == "joined":
                    expect(answer["game"]["view"]["seat"] == seat, "the view of", answer["game"]["view"]["seat"])
                    expect(seat or answer["game"]["view"]["hand"] == [], answer)
                expect(line.q == before, "something was told that was not new")


async def own_chat(house):
    """Words are told under the speaker's own name, and a mute concerns who asked for it."""
    for role, line in house.actors().items():
        if role in ("stranger", "elsewhere"): continue
        for fields in foreign_fields(house)[::4]:
            await line.good("chat", **{**fields, "text": "it was me"})
            await house.mover.settled()
            said = house.mover.chat[-1]
            expect(said["user"] == line.guest.id and said["name"] == line.guest.name, fields, said)
    for muter in (house.spectator, house.stranger): await muter.good("mute", user=house.player.guest.id, by=house.mover.guest.id)
    heard = len(house.mover.chat), len(house.spectator.chat)
    await house.player.good("chat", text="still here")
    for line in (house.mover, house.spectator): await line.settled()
    expect(len(house.mover.chat) == heard[0] + 1, "somebody else was muted")
    expect(len(house.spectator.chat) == heard[1], "a mute did nothing")


async def own_waiting(house):
    """Only oneself waits for a seat, and only oneself is taken off the list."""
    line, other = house.spectator, await Guest(house.server, "Wanda").line(house.code)
    await other.good("wait")
    for fields in ({"user": house.eve.id}, {"user": other.guest.id, "name": "Wanda"}, {"seat": house.mover.you}):
        await line.good("wait", **fields)
        expect([waiting["user"] for waiting in line.table["waiting"]] == [other.guest.id, line.guest.id], line.table["waiting"])
        await line.good("wait", yes=False, **fields)
        expect([waiting["user"] for waiting in line.table["waiting"]] == [other.guest.id], line.table["waiting"])
    await other.good("wait", yes=False)
    await other.close()
    await line.settled()


async def own_votes(house):
    """A vote counts for who gave it."""
    opener, voter = house.player, house.host
    await opener.good("vote", what="pause", seat=voter.you, user=voter.guest.id, by=voter.you)
    await voter.until(lambda: voter.table["vote"])
    expect(voter.table["vote"]["yes"] == [opener.you] and voter.table["vote"]["no"] == [], voter.table["vote"])
    await voter.good("vote", yes=False, seat=house.mover.you, user=house.mover.guest.id)
    vote = voter.table["vote"]
    expect(vote is None or vote["no"] == [voter.you], vote)
    if vote: await house.mover.good("vote", yes=False)
    for line in house.lines: await line.until(lambda line=line: not line.table["vote"])


async def own_seats(server):
    """Between games: being ready and standing up concern one's own seat, whatever else is named."""
    ada, ben, cleo = await seat_people(server, ["Ada S", "Ben S", "Cleo S"], {"seats": 4, **FAST})
    named = {"seat": ada.you, "user": ada.guest.id, "by": ada.you}

    def ready(): return [seat["seat"] for seat in ben.table["seats"] if seat.get("ready")]
    await ben.good("ready", **named)
    expect(ready() == [ben.you], ready())
    await cleo.good("ready", yes=False, seat=ben.you, user=ben.guest.id)
    await ben.settled()
    expect(ready() == [ben.you], ready())
    await ben.good("stand", **named)
    await cleo.settled()
    expect([seat["kind"] for seat in cleo.table["seats"]] == ["person", "free", "person", "free"], cleo.table["seats"])
    await ben.good("sit", seat="D", user=ada.guest.id)
    expect(ben.you == "D" and ben.table["seats"][3]["user"] == ben.guest.id, ben.table["seats"])
    await cleo.refused("not_host", "host", seat=cleo.you)
    await ada.good("clear", seat=ben.you)
    await ben.settled()
    await ben.refused("kicked", "sit")
    await ben.refused("kicked", "wait")


async def own_turn(house):
    """The mover plays their own seat, whatever else is named; with an old number, nothing; and twice, once."""
    line, before = house.mover, house.host.q
    other = house.host
    await line.refused("stale", "do", do=house.action, q=line.q + 5)
    named = {"seat": other.you, "by": other.you, "user": other.guest.id}
    answer = await line.good("do", do=house.action, q=line.q, **named)
    expect(answer["t"] == "act" and answer["by"] == line.you, answer)
    await line.refused("stale", "do", do=house.action, q=before)
    await other.settled()
    acts = [entry for q, entry in house.entries().items() if q > before]
    expect(len(acts) == 1 and acts[0].startswith(f"act {line.you} self"), acts)


async def all_messages(house):
    missing = [kind for kind in KINDS if kind not in MESSAGES]
    check("every kind of message has its row", KINDS and not missing, f"{missing} of {len(KINDS)}: tests/server/foreign.py, MESSAGES")
    for kind in KINDS:
        if kind not in MESSAGES: continue
        await test(f"{kind} with what is foreign", refused_messages(house, kind))
    for name, deed in (("ask", own_answers), ("join", own_joins), ("chat and mute", own_chat), ("wait", own_waiting), ("vote", own_votes)):
        await test(f"{name} is one's own", deed(house))
    for kind in KINDS:
        if kind in MESSAGES: await test(f"{kind} at another table", other_tables(house, kind))


# ---- requests ----

ANYBODYS = []  # there is nothing in it that could be somebody else's

# "METHOD /api/path": who tries it, the path, the body, and the statuses that refuse it. None: it is done, but to oneself alone, which
# a test below looks at. Without a session, with a wrong one and with a key of another kind every route is tried in any case.
def routes(house):
    eve, gus, ben, nobody = house.eve, house.guest, house.ben, house.nobody
    club, friday = f"/api/clubs/{house.club}", f"/api/clubs/{house.club}/rulesets/friday"
    theirs = {"id": house.ada.id, "user": house.ada.id, "owner": house.ada.id, "name": "Ada", "session": house.session}
    at_table = {"table": house.code, "seat": house.mover.you, "user": house.mover.guest.id, "action": house.action, "q": house.mover.q, "seed": "0" * 64}
    outsiders = (eve, gus, house.intruder, nobody)
    event = f"/api/events/{house.event}"

    def by(people, path, body=None, status=(401, 403, 404)): return [(who, path, body, status) for who in people]
    return {
        "POST /api/guest": None, "GET /api/me": None, "POST /api/me": None, "POST /api/logout": None, "POST /api/link": None,
        "GET /api/me/export": None, "POST /api/me/listed": None,
        "POST /api/me/delete": by([eve], "/api/me/delete", {**theirs, "password": "password of Ada"}, (400,))
                               + by([eve], "/api/me/delete", {**theirs, "name": "Eve", "password": "password of Ada"}, (403,)),
        "GET /api/leaderboard": ANYBODYS,
        "GET /api/push": ANYBODYS, "POST /api/push": by([nobody], "/api/push", {**theirs, "endpoint": "https://push.example/ada"}),
        "POST /api/push/end": by([nobody], "/api/push/end", {**theirs, "endpoint": "https://push.example/ada"}),
        "GET /api/players/*/statistics": by([eve, ben, nobody], f"/api/players/{gus.id}/statistics", None, (404,)),
        "GET /api/clubs/*/standings": by(outsiders, club + "/standings"),
        "POST /api/claim": by([gus], "/api/claim", {"name": "Ada", "password": "mine now, mine", **theirs}, (409,)),
        "POST /api/login": [(nobody, "/api/login", {"name": "Ada", "password": word, "user": house.ada.id}, (400, 403))
                            for word in ("password of Eve", "password", "password of Ad", "password of Adaa", "", house.session, house.token)],
        "POST /api/password": by([eve], "/api/password", {"old": "password of Ada", "new": "mine now, mine", **theirs}, (403,)),
        "POST /api/link/redeem": [(nobody, "/api/link/redeem", {"token": token, "user": house.ada.id}, (400, 403))
                                  for token in (house.session, house.token, house.link[:-1], house.link[:32], "0" * 64, house.follow_key)],
        "GET /api/qr": by([eve], "/api/qr?text=http://evil.example/", None, (400,)),
        "POST /api/bots": None, "GET /api/bots": None,
        "POST /api/bots/*/token": by(outsiders, f"/api/bots/{house.bot}/token", theirs) + by([eve], f"/api/bots/{house.ada.id}/token", {}),
        "DELETE /api/bots/*": by(outsiders, f"/api/bots/{house.bot}") + by([eve], f"/api/bots/{house.ben.id}"),
        "POST /api/clubs": by([eve], "/api/clubs", {"name": "friday"}, (409,)), "GET /api/clubs": None,
        "POST /api/clubs/join": by([eve], "/api/clubs/join", {"invite": "AAAAAAAA", "club": house.club, "id": house.club}),
        "GET /api/clubs/*": by(outsiders, club),
        "POST /api/clubs/*/invite": by((*outsiders, ben), club + "/invite", theirs),
        "POST /api/clubs/*/members/*": [(who, f"{club}/members/{user}", {"role": role}, (401, 403, 404, 409))
                                        for who in (*outsiders, ben) for user in (house.ada.id, house.ben.id, house.eve.id)
                                        for role in ("owner", "editor", "none") if not (who is ben and user == ben.id and role == "none")],
        "PUT /api/clubs/*/rulesets/*": by((*outsiders, ben), friday, {"text": "[ruleset]\nextends = official\n", "base": 1}),
        "GET /api/clubs/*/rulesets/*": by(outsiders, friday),
        "GET /api/clubs/*/rulesets/*/versions": by(outsiders, friday + "/versions"),
        "GET /api/clubs/*/rulesets/*/diff": by(outsiders, friday + "/diff?to=official"),
        "GET /api/clubs/*/rulesets/*/book": by(outsiders, friday + "/book"),
        "DELETE /api/clubs/*/rulesets/*": by((*outsiders, ben), friday),
        "GET /api/rulesets": ANYBODYS, "GET /api/rulesets/*": ANYBODYS, "GET /api/rulesets/*/book": ANYBODYS,
        "GET /api/rules/options": ANYBODYS, "POST /api/rules/check": ANYBODYS,
        "POST /api/rules/diff": by([eve, gus, nobody], "/api/rules/diff", {"a": f"club:{house.club}/friday", "b": "official"}, (400, 403, 404)),
        "GET /api/games": by([eve, gus], f"/api/games?club={house.club}") + by([eve], f"/api/games?user={house.ada.id}", None, (400, 403)),
        # A game that is played is nobody's yet: not even its players'.
        "GET /api/games/*": by((*outsiders, house.ada, ben), f"/api/games/{house.game}", None, (404,)),
        "GET /api/games/*/record": by((*outsiders, house.ada, ben), f"/api/games/{house.game}/record", None, (404,)),
        "GET /api/games/*/review": by((*outsiders, house.ada, ben), f"/api/games/{house.game}/review", None, (404,)),
        "GET /api/tables": by([eve, gus, nobody], f"/api/tables?club={house.club}"),
        "GET /api/tables/*": None,
        "POST /api/tables": by([eve, gus], "/api/tables", {"ruleset": f"club:{house.club}/friday", "club": house.club}, (400, 403, 404)),
        "POST /api/quick": by([eve, gus], "/api/quick", {"ruleset": f"club:{house.club}/friday", "code": house.code}, (400, 403, 404)),
        "POST /api/follow": None,
        "PUT /api/follow/*": [(who, f"/api/follow/{house.follow}", {"key": key, "seq": 7, "log": "arbiter 1\n"}, (400, 403))
                              for who in (eve, nobody) for key in (house.other_key, house.session, "", "0" * 64, house.follow_key[:-1])],
        "GET /api/follow/*": ANYBODYS,
        # Whoever has the code of an event looks at it; its keys are for its organisers.
        "GET /api/events": ANYBODYS, "POST /api/events": ANYBODYS, "GET /api/events/forms": ANYBODYS, "GET /api/events/*": None,
        "GET /api/events/*/standings": ANYBODYS, "GET /api/events/*/statistics": ANYBODYS,
        "GET /api/events/*/games": None, "GET /api/events/*/entries": ANYBODYS,
        "GET /api/events/*/export/*": ANYBODYS, "GET /api/events/*/bracket": ANYBODYS,
        "POST /api/events/*/enter": by((eve, gus, nobody), event + "/enter", theirs),
        "POST /api/events/*/withdraw": by((eve, gus, nobody), event + "/withdraw", {"who": 1, **theirs}, (401, 409)),
        "POST /api/events/*/entries": [(who, event + "/entries", {**entry, "preview": preview, "key": "0", "by": house.ada.id}, (401, 403))
                                       for who in (eve, gus, nobody, house.intruder) for preview in (False, True)
                                       for entry in ({"do": "withdraw", "who": 1}, {"do": "result", "game": 1, "places": [1, 2]},
                                                     {"do": "represent", "who": 1}, {"do": "undo", "entry": 2}, {"do": "nonsense"},
                                                     {"do": "share", "who": 1, "to": 2, "card": "+4"}, {"do": "pause", "who": [1]})],
        "POST /api/events/*/result": [(who, event + "/result", {"game": game, "places": [1, 2], "key": key}, (403,)) for who in (eve, nobody)
                                      for game, key in ((1, ""), (1, "2" * 8), (2, house.game_key), (1, house.event_key[:8]), (1, house.event))],
        "POST /api/events/*/options": by((eve, gus, nobody), event + "/options", {"open": True, **theirs}),
        "POST /api/events/*/organise": [(who, event + "/organise", {"key": key, **theirs}, (401, 403)) for who in (eve, gus, nobody)
                                        for key in ("", "2" * 12, house.event_key[:-1], house.game_key, house.event)],
        "POST /api/events/*/key": by((eve, gus, nobody), event + "/key", theirs),
        "GET /api/bot/stream": None,
        **{f"POST /api/bot/{deed}": by([house.intruder, house.program], f"/api/bot/{deed}", at_table, (400, 403, 404, 409))
           for deed in ("sit", "stand", "ready", "reveal", "back", "do")},
    }


def wrong_people(house, access):
    """Who has no business at all with a route of this kind: nobody, half a secret, a secret of another kind."""
    def with_cookie(value):
        guest = Guest(house.server)
        guest.cookie = "uno=" + value
        return guest
    half = [with_cookie(value) for value in ("0" * 64, house.session[:63] + ("0" if house.session[63] != "0" else "1"),
                                             house.session[:32] + "0" * 32, house.session.upper() + "x", house.token, house.link)]
    tokens = [Token(house.server, value) for value in (house.session, house.token[:63] + ("0" if house.token[63] != "0" else "1"), house.link)]
    people = {"API_ANYBODY": [], "API_PERSON": [Guest(house.server), house.program, *half, *tokens],
              "API_ACCOUNT": [Guest(house.server), house.program, house.guest, *half, *tokens],
              "API_BOT": [Guest(house.server), house.ada, house.guest, *half, *tokens]}
    expect(access in people, "a new kind of access", access)
    return people[access]


async def without_right(house, route):
    """Without a key, or with a wrong one: 401 or 403."""
    method, path = route.split(" ")
    stored = house.stored()
    for who in wrong_people(house, PATHS[route]):
        cookie = who.cookie
        body = {} if method in ("POST", "PUT") else None
        answer = who.ask(method, path.replace("*", house.club), body)
        who.cookie = cookie
        expect(answer.status in (401, 403), route, "by", cookie or type(who).__name__, answer)
    expect(house.stored() == stored, route, "has changed the database")


async def refused_requests(house, route, tries):
    stored, heard = house.stored(), await house.heard()
    for who, path, body, statuses in tries:
        answer = who.ask(route.split(" ")[0], path, body)
        expect(answer.status in statuses, route, path, body, "by", who.name or type(who).__name__, answer)
        expect("set-cookie" not in {name.lower() for name in answer.headers}, route, "gave a session")
    expect(house.stored() == stored, route, "has changed the database")
    expect(await house.heard() == heard, route, "was heard of")


async def own_requests(house):
    """What is done is done to who asked, whoever else is named."""
    eve, ada = house.eve, house.ada
    theirs = {"id": ada.id, "user": ada.id, "owner": ada.id, "session": house.session}

    def users(): return dict(house.server.rows("SELECT id, name FROM users"))
    before = users()
    expect(eve.post("/api/me", **{**theirs, "name": "Eva"}).json["user"] == {"id": eve.id, "name": "Eva", "kind": "account"})
    expect({id: name for id, name in users().items() if name != "Eva"} == {id: name for id, name in before.items() if name != "Eve"})
    expect(eve.get("/api/me?user=" + ada.id).json["user"]["id"] == eve.id)
    expect(eve.get("/api/me/export?user=" + ada.id).json["user"]["id"] == eve.id, "somebody else's export")
    expect("opponents" not in eve.get(f"/api/players/{ada.id}/statistics").json, "with whom somebody else plays")
    expect([bot["name"] for bot in eve.get("/api/bots?user=" + ada.id).json["bots"]] == ["Eve's bot"])
    expect(eve.get("/api/clubs?user=" + ada.id).json == {"clubs": []})
    expect(eve.post("/api/bots", **{**theirs, "name": "Another"}).status == 201)
    expect([bot["id"] for bot in ada.get("/api/bots").json["bots"]] == [house.bot], "a bot for somebody else")
    link = eve.post("/api/link", **theirs).json["link"].rsplit("/", 1)[1]
    taker = Guest(house.server)
    expect(taker.post("/api/link/redeem", token=link, **theirs).json["user"]["id"] == eve.id, "a link to somebody else")
    expect(taker.post("/api/link/redeem", token=link).status == 403, "a link twice")
    again = Guest(house.server)
    again.cookie = taker.cookie
    expect(again.post("/api/guest", **{**theirs, "name": "New"}).json["user"]["id"] == eve.id)
    keys = house.server.rows("SELECT count(*) FROM keys WHERE user = ?", int(ada.id, 16))
    expect(taker.post("/api/logout", everywhere=True, **theirs).status == 200)
    expect(house.server.rows("SELECT count(*) FROM keys WHERE user = ?", int(ada.id, 16)) == keys, "somebody else was signed out")
    expect(ada.get("/api/me").json["user"]["id"] == ada.id and eve.get("/api/me").json["user"] is None)
    row = Guest(house.server).get(f"/api/tables/{house.code}").json
    expect("view" not in row and "hand" not in json.dumps(row), row)


async def all_requests(house):
    rows = routes(house)
    missing = [route for route in PATHS if route not in rows]
    check("every route has its row", len(PATHS) > 40 and not missing, f"{missing} of {len(PATHS)}: tests/server/foreign.py, routes()")
    for route in PATHS:
        await test(f"{route} without a right to it", without_right(house, route))
        if rows.get(route): await test(f"{route} with what is foreign", refused_requests(house, route, rows[route]))
    await test("what is one's own", own_requests(house))


async def main():
    check_documents()
    server = Server()
    house = await House().open(server)
    await all_messages(house)
    await all_requests(house)
    await test("a turn is one's own", own_turn(house))
    await test("seats are one's own", own_seats(server))
    check_good_end("foreign", server)


run(main)
