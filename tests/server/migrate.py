#!/usr/bin/env python3
"""migrate.py -- `uno admin migrate`: a site with people, clubs, an event, games that are over and tables in play moves from a file to
PostgreSQL and back. Every row is there, byte for byte, and the games go on; and it is refused where something would be lost."""
import struct
from lib import *
from database import Postgres

ONLY_THERE = {"server", "heads", "counts", "lives", "presence", "news", "holds"}  # tables of PostgreSQL that no site has
SQL = {"bigint": "{}::text", "text": "encode(convert_to({}, 'UTF8'), 'hex')", "bytea": "encode({}, 'hex')",
       "double precision": "encode(float8send({}), 'hex')"}


def migrate(source, target):
    return subprocess.run([UNO, "admin", "migrate", "--from", source, "--to", target], capture_output=True, text=True, timeout=PATIENCE_S)


def moved(name, source, target):
    done = migrate(source, target)
    check(name, done.returncode == 0, done)


def refused(name, words, source, target):
    done = migrate(source, target)
    check(name, done.returncode != 0 and words in done.stderr, done)


def file_rows(path, query, *values):
    base = sqlite3.connect(path)
    base.text_factory = bytes
    try:
        with base: return base.execute(query, values).fetchall()
    finally:
        base.close()


def as_text(value):
    if value is None: return ""
    if isinstance(value, int): return str(value)
    return (struct.pack(">d", value) if isinstance(value, float) else value).hex()


def file_site(path):
    """Every table but what SQLite has for itself: {table: {column}, rows}."""
    site = {}
    for (name,) in file_rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'heads'"):
        name = name.decode()
        columns = sorted(row[1].decode() for row in file_rows(path, f"PRAGMA table_info({name})") if name != "log" or row[1] not in (b"place", b"before"))
        names = ", ".join(f'"{column}"' for column in columns)
        site[name] = columns, sorted(tuple(map(as_text, row)) for row in file_rows(path, f"SELECT {names} FROM {name}"))
    return site


def database_site(postgres):
    site = {}
    for (name,) in postgres.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'uno'"):
        if name in ONLY_THERE: continue
        types = dict(postgres.rows(f"SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'uno' AND table_name = '{name}'"))
        names = ", ".join(SQL[types[column]].format(f'"{column}"') for column in sorted(types))
        site[name] = sorted(types), sorted(map(tuple, postgres.rows(f'SELECT {names} FROM "{name}"')))
    return site


def same_site(name, one, other):
    differing = [table for table in sorted(set(one) | set(other)) if one.get(table) != other.get(table)]
    rows = sum(len(rows) for _, rows in one.values())
    empty = [table for table, (_, rows) in one.items() if not rows]
    check(f"{name}: every table, column and row is the same", not differing and rows > 40, (differing, rows))
    check(f"{name}: there was something of every kind", not empty, empty)


# ---- a site ----

class Site:
    async def open(self, server):
        self.ada, self.ben = Account(server, "Ada"), Guest(server, "Bén 😀")
        club = self.ada.post("/api/clubs", name="Friday").json["club"]
        expect(self.ben.post("/api/clubs/join", invite=club["invite"]).status == 201)
        text = "[ruleset]\ntitle = Friday\nextends = official\n"
        expect(self.ada.ask("PUT", f"/api/clubs/{club['id']}/rulesets/friday", {"text": text, "base": 0}).status == 201)
        expect(self.ada.post("/api/bots", name="Ada's bot").status == 201)
        self.event = self.ada.post("/api/events", form="swiss", numbers={"rounds": 2}).json["event"]["code"]
        for number in range(4):
            expect(self.ada.post(f"/api/events/{self.event}/entries", do="enter", name=f"P{number}", bot="greedy").status == 200)
        expect(server.admin("ban", "address", "192.0.2.7", "--why", "shouting").returncode == 0)
        settings = {"seats": 3, "options": {"cards_dealt": 4, "target": 0}, "fill": "greedy", **FAST}
        self.lines = [await guest.line() for guest in (self.ada, self.ben)]
        code = self.ada.table(**settings)
        for line in self.lines: await line.join(code)
        await self.lines[1].good("sit")
        await start(self.lines)
        await gather(*(line.play() for line in self.lines))
        self.games = [self.lines[0].over["game"]]
        await start(self.lines)
        await play_some(self.lines, 6)
        return self

    async def leave(self):
        for line in self.lines: await line.close()

    async def go_on(self, server):
        """Where it was; then the game to its end, and the next begins."""
        for line in self.lines:
            line.guest.server = line.server = server
            expect((await line.again())["t"] == "resumed")
        for game in self.games:
            record = self.ada.get(f"/api/games/{game}/record")
            expect(record.status == 200 and verify(record.body).returncode == 0, "a record is lost", record)
        expect(self.ada.get(f"/api/events/{self.event}").json["event"]["entrants"] == 4, "the event is lost")
        await gather(*(line.play() for line in self.lines))
        self.games.append(self.lines[0].over["game"])
        await start(self.lines)
        await play_some(self.lines, 6)
        await self.leave()


def push_row(path):
    """A browser that somebody can be reached at: no test has one."""
    user = file_rows(path, "SELECT id FROM users LIMIT 1")[0][0]
    file_rows(path, "INSERT INTO pushes VALUES (?, ?, 'https://push.example/1', 'key', 'secret', 'de', 5)", b"\x00\xff" * 16, user)


async def main():
    server, postgres = Server(), Postgres()
    site = await Site().open(server)
    await site.leave()
    path, url = server.data, postgres.url
    refused("a file that a server uses", "is used by another server", path, url)
    expect(server.stop() == 0)
    push_row(path)

    refused("two files", "give one of each", path, folder + "/other.db")
    refused("a file that is not there", "cannot open", folder + "/none.db", url)
    refused("a database without a site", "there is no site", url, folder + "/back.db")
    check("and no file was made for it", not os.path.exists(folder + "/back.db"))
    shutil.copy(path, folder + "/newer.db")
    file_rows(folder + "/newer.db", "PRAGMA user_version = 99")
    refused("a file of a newer version", "newer version", folder + "/newer.db", url)
    file_rows(folder + "/newer.db", "PRAGMA user_version = 2")
    refused("a file of an older version", "older version", folder + "/newer.db", url)
    shutil.copy(path, folder + "/damaged.db")
    file_rows(folder + "/damaged.db", "UPDATE bans SET why = CAST(X'ff' AS TEXT)")
    refused("a text that is none, near the end", "bans", folder + "/damaged.db", url)

    before = file_site(path)
    moved("from a file to PostgreSQL, which that left empty", path, url)
    same_site("from a file to PostgreSQL", before, database_site(postgres))
    check("and the file is as it was", file_site(path) == before)
    refused("a database that is not empty", "something in the database already", path, url)
    server = Server(data=url)
    refused("a database that a server uses", "used by a server", url, folder + "/back.db")
    await test("the games go on there", site.go_on(server))
    expect(server.stop() == 0)

    refused("a file that is not empty", "something in the file already", url, path)
    there = database_site(postgres)
    moved("and back", url, folder + "/back.db")
    same_site("and back", there, file_site(folder + "/back.db"))
    server = Server(data=folder + "/back.db")
    await test("the games go on here", site.go_on(server))
    check_good_end("migrate", server)
    postgres.rows("UPDATE server SET version = version + 1")
    refused("a database of another version", "another version", url, folder + "/third.db")
    postgres.end()


run(main)
