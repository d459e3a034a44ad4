#!/usr/bin/env python3
"""faults.py -- what goes wrong around a server: ports, files, disks, certificates, signals. It says what to do, loses
nothing that was told, and what is not concerned goes on."""
import resource
from lib import *


def serve(*options, data=None, prepare=None):
    """A server that is not expected to start: its status and what it says."""
    command = [UNO, "serve", "--listen", "127.0.0.1", "--port", "0", "--data", data or folder + "/none.db", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, preexec_fn=prepare, stdin=subprocess.DEVNULL)
    said = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    return done.returncode, " ".join(said), done.stdout


def refused(name, status, words, result):
    """It ends with that status and these words, and says nothing as if it were open."""
    check(name, result[0] == status and words in result[1] and "Open" not in result[2], result)


def as_nobody():
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


# ---- before it starts ----

def cannot_start():
    server = Server()
    refused("the port is in use", 4, "another program uses that port", serve("--port", str(server.port)))
    refused("an address that is not ours", 4, "this machine does not have that address", serve("--listen", "192.0.2.1"))
    refused("an address that is none", 4, "give an address of this machine", serve("--listen", "nowhere.invalid"))
    refused("a second server on the same file", 5, f"is used by another server (process {server.process.pid})", serve(data=server.data))
    check("and the first goes on", Guest(server).get("/healthz").json == {"status": "good"})
    check_good_end("the first", server)

    with open(folder + "/diary.txt", "w") as file: file.write("Dear diary, " * 1000)
    refused("not a database", 5, "is not a database of uno", serve(data=folder + "/diary.txt"))
    with open(folder + "/diary.txt") as file: check("and it is untouched", file.read() == "Dear diary, " * 1000)
    base = sqlite3.connect(folder + "/other.db")
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.commit()
    base.close()
    refused("the database of another program", 5, "is the database of another program", serve(data=folder + "/other.db"))
    shutil.copy(server.data, folder + "/newer.db")
    base = sqlite3.connect(folder + "/newer.db")
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()
    refused("a newer database", 5, "was made by a newer version of uno", serve(data=folder + "/newer.db"))
    with open(server.data, "rb") as file: whole = file.read()
    with open(folder + "/damaged.db", "wb") as file: file.write(whole[:100] + b"\x55" * (len(whole) - 100))
    refused("a damaged database", 5, "put a backup in its place", serve(data=folder + "/damaged.db"))
    refused("a folder", 5, "is not a file", serve(data=folder))
    refused("a folder that is not there", 5, "make it first", serve(data=folder + "/not/there.db"))
    unreadable()


def unreadable():
    """Whoever may do anything does not notice; nobody does."""
    locked = folder + "/locked"
    os.makedirs(locked)
    path = locked + "/uno.db"
    open(path, "w").close()
    os.chmod(path, 0o000)
    os.chmod(locked, 0o777)
    os.chmod(folder, 0o755)
    try:
        subprocess.run([UNO, "--version"], preexec_fn=as_nobody, check=True, capture_output=True)
    except (OSError, subprocess.SubprocessError):
        return print("# nobody else may run the program here")
    refused("a database that may not be read", 5, "give this user the right", serve(data=path, prepare=as_nobody))
    os.chmod(path, 0o444)
    refused("a database that may not be written", 5, "give this user the right", serve(data=path, prepare=as_nobody))
    os.chmod(locked, 0o555)
    refused("a folder that may not be written", 5, "cannot be written", serve(data=locked + "/new.db", prepare=as_nobody))


# ---- TLS ----

def make_certificate(name):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.pem",
                    "-days", "2", "-subj", "/CN=127.0.0.1"], check=True, capture_output=True)
    return f"{folder}/{name}.pem", f"{folder}/{name}.key"


async def tls():
    (cert, key), (_, other) = make_certificate("one"), make_certificate("two")
    refused("a key without its certificate", 2, "belong together", serve("--key", key))
    refused("a certificate that is not there", 2, "cannot read", serve("--cert", folder + "/no.pem", "--key", key))
    refused("a certificate that is none", 2, "is not a certificate", serve("--cert", key, "--key", key))
    refused("a key that is none", 2, "is not a private key", serve("--cert", cert, "--key", cert))
    refused("a key that does not fit", 2, "is not the key of the certificate", serve("--cert", cert, "--key", other))
    server = Server("--cert", cert, "--key", key, tls=True)

    async def game():
        lines = await seat_people(server, ["Tess", "Tim"], {"seats": 3, "options": {"cards_dealt": 3, "target": 0}, "fill": "greedy", **FAST})
        expect(lines[0].guest.cookie.startswith("__Host-uno="), lines[0].guest.cookie)
        answer = lines[0].guest.get("/api/me")
        expect("max-age" in answer.headers["Strict-Transport-Security"], "no HSTS")
        await start(lines)
        await gather(*(line.play() for line in lines))

    await test("a game over TLS", game())
    plain = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    try:
        plain.request("GET", "/healthz")
        status = plain.getresponse().status
    except (OSError, http.client.HTTPException):
        status = None
    plain.close()
    check("nothing is said without TLS", status != 200, status)
    check_good_end("TLS", server)


# ---- a full disk ----

class SmallDisk:
    """A disk of its own that can be filled, where we may mount one; else a limit on the size of files."""

    def __init__(self):
        self.path = folder + "/disk"
        os.makedirs(self.path)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", self.path], capture_output=True)
        self.mounted = done.returncode == 0
        if self.mounted: atexit.register(self.leave)

    def leave(self):
        if self.mounted: subprocess.run(["umount", "-l", self.path], capture_output=True)
        self.mounted = False

    def prepare(self):
        """In the server's process."""
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    def fill(self, server):
        if not self.mounted:
            size = max(os.path.getsize(server.data), os.path.getsize(server.data + "-wal")) + 20000
            return resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        ballast = os.open(self.path + "/ballast", os.O_WRONLY | os.O_CREAT)
        for size in (65536, 4096, 512):
            try:
                while os.write(ballast, b"\0" * size) == size: pass
            except OSError:
                pass
        os.close(ballast)

    def make_room(self, server):
        if self.mounted: os.remove(self.path + "/ballast")
        else: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def has_notice(line, code): return any(message["t"] == "notice" and message["code"] == code for message in line.messages)


async def full_disk():
    disk = SmallDisk()
    server = Server(data=disk.path + "/uno.db", prepare=disk.prepare)
    control = await Control().open(server)
    lines = control.lines
    await control.goes_on()
    disk.fill(server)
    for line in lines: await line.until(lambda line=line: has_notice(line, "storage_full"), "the notice")
    stood = [line.q for line in lines]
    health = Guest(server).get("/healthz")
    expect(health.status == 503 and health.error == "storage_full", health)
    answer = Guest(server).post("/api/guest", name="Late")
    expect(answer.status == 503 and answer.error == "storage_full", answer)
    expect(server.events("storage_full"), "the log does not say so")
    expect("storage_full: yes" in server.admin("stats").stdout, server.admin("stats"))
    await lines[0].refused("storage_full", "chat", text="hello?")
    try:
        await lines[0].guest.line()
        raise Wrong("a connection that cannot be served")
    except websockets.InvalidStatusCode as refusal:
        expect(refusal.status_code == 503, refusal)
    disk.make_room(server)
    for line in lines: await line.until(lambda line=line: has_notice(line, "storage_good"), "that it goes on")
    await control.goes_on()
    expect(all(line.q > q for line, q in zip(lines, stood)), "it does not go on")
    expect(Guest(server).get("/healthz").status == 200)
    await control.close()
    check_told(server, lines)

    # Once more, and now it is told to stop: nobody was told of what is lost.
    control = await Control().open(server)
    await control.goes_on()
    disk.fill(server)
    for line in control.lines: await line.until(lambda line=line: has_notice(line, "storage_full"), "the notice")
    server.process.send_signal(signal.SIGTERM)
    for line in control.lines: expect(await line.until_closed() == 1001, line.closed)
    status = await asyncio.to_thread(server.end)
    expect(status == 6, "status", status)
    await control.close()
    if disk.mounted: disk.make_room(server)
    again = Server(data=server.data)
    check_told(again, control.lines)
    for line in control.lines:
        line.guest.server = line.server = again
        await line.again()
    expect(again.stop() == 0)
    disk.leave()


# ---- a disk that fails ----

BROKEN_DISK = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int sync_file(long call, int file) {
    const char *broken = getenv("UNO_TEST_BROKEN"); /* a file: while it is there the disk fails */
    if (broken && access(broken, F_OK) == 0) return errno = EIO, -1;
    return (int)syscall(call, file);
}
int fsync(int file) { return sync_file(SYS_fsync, file); }
int fdatasync(int file) { return sync_file(SYS_fdatasync, file); }
"""


def with_broken_disk(broken):
    """A server whose disk fails as soon as the file `broken` is there."""
    source, library = folder + "/broken.c", folder + "/broken.so"
    with open(source, "w") as file: file.write(BROKEN_DISK)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    return Server(env=preloaded(library, UNO_TEST_BROKEN=broken))


async def broken_disk():
    """What a failed fsync has written nobody knows: the server stops, and what it told is there."""
    broken = folder + "/is-broken"
    server = with_broken_disk(broken)
    control = await Control().open(server)
    await control.goes_on()
    open(broken, "w").close()
    status = await asyncio.wait_for(asyncio.to_thread(server.process.wait), PATIENCE_S)
    expect(status == 1, "status", status, server.log()[-500:])
    expect('"storage_failed"' in server.log() and '"storage_full"' not in server.log(), server.log()[-500:])
    server.end()
    await asyncio.gather(*control.tasks, return_exceptions=True)
    await control.close()
    for line in control.lines: expect(not has_notice(line, "storage_full"), "it was told as full")
    again = Server(data=server.data)
    check_told(again, control.lines)
    expect(again.stop() == 0)


# ---- a damaged log ----

async def quarantine():
    server = Server()
    games = []
    for number in range(3):
        lines = await seat_people(server, [f"Q{number}a", f"Q{number}b"], {"seats": 3, "options": {"target": 0}, "fill": "greedy", **FAST})
        await start(lines)
        await play_some(lines, 10)
        games.append(lines)
    for lines in games:
        for line in lines: await line.close()
    expect(server.stop() == 0)
    base = sqlite3.connect(server.data)
    for lines, change in ((games[0], "text = text || ' '"), (games[1], "text = 'act A self W+4 R', sum = 0")):
        base.execute(f"UPDATE log SET {change} WHERE seq = ? AND table_id = (SELECT id FROM tables WHERE code = ?)", (lines[0].q, lines[0].code))
    base.commit()
    base.close()
    again = Server(data=server.data)
    troubles = {event["table"]: event["trouble"] for event in again.events("quarantine")}
    expect(set(troubles) == {games[0][0].code, games[1][0].code}, troubles)
    expect("entry" in troubles[games[0][0].code], troubles)
    for lines in games:
        for line in lines: line.guest.server = line.server = again
    expect(games[0][0].guest.get("/api/tables/" + games[0][0].code).status == 404)
    for lines in games[:2]:
        stranger = Line(lines[0].guest)
        await stranger.open()
        await stranger.refused("no_such_table", "join", code=lines[0].code)
    good = games[2]
    for line in good: expect((await line.again())["t"] == "resumed")
    await gather(*(line.play() for line in good))
    check_told(again, good)
    rows = again.rows("SELECT code, trouble FROM tables WHERE trouble <> ''")
    expect({code for code, _ in rows} == set(troubles), rows)
    expect(len(again.entries(games[0][0].code)) == games[0][0].q, "the log is kept for somebody to look at")
    expect(again.stop() == 0)
    third = Server(data=server.data)
    expect(not third.events("quarantine"), "it is told once")
    expect(third.stop() == 0)


# ---- signals ----

async def stopped_in_play():
    server = Server()
    control = await Control().open(server, people=3)
    for _ in range(4):
        await control.goes_on()
        server.process.send_signal(signal.SIGTERM)
        for line in control.lines:
            expect(await line.until_closed() == 1001, line.closed)
            expect(has_notice(line, "going_down"), "nobody was told")
        status = await asyncio.to_thread(server.end)
        expect(status == 0, "status", status, server.log()[-1000:])
        expect(not os.path.exists(server.data + "-wal") and not os.path.exists(server.data + ".lock"), "something is left beside the database")
        await control.close()
        again = Server(data=server.data)
        for line in control.lines:
            line.guest.server = line.server = again
            line.messages.clear()
            expect((await line.again())["t"] in ("resumed", "joined"))
        control.tasks = [asyncio.create_task(control._play(line, 0)) for line in control.lines]
        server = again
    await control.goes_on()
    await control.close()
    entries = server.entries(control.lines[0].code)
    for line in control.lines:
        for q, heard in line.heard.items(): check_entry(q, entries[q], heard)
    expect(server.stop() == 0)


# ---- the operator ----

async def operator():
    server = Server()
    control = await Control().open(server, title="Friday")
    code = control.lines[0].code
    tables = server.admin("tables")
    expect(tables.returncode == 0 and code in tables.stdout and "Friday" in tables.stdout and control.lines[0].guest.id in tables.stdout, tables)
    listed = json.loads(server.admin("tables", "--json").stdout)
    expect([table["code"] for table in listed["tables"]] == [code], listed)
    stats = json.loads(server.admin("stats", "--json").stdout)
    expect(stats["tables"] == 1 and stats["sockets"] == 2 and not stats["storage_full"], stats)
    expect(server.admin("close", "AAAAAAAA").returncode == 2 and server.admin("nonsense").returncode == 2)

    # Backups of a running server are whole.
    backup = folder + "/backup.db"
    await control.goes_on()
    made = await asyncio.to_thread(server.admin, "backup", backup)
    expect(made.returncode == 0, made)
    await control.goes_on()
    at_backup = sqlite3.connect(backup)
    rows = dict(at_backup.execute("SELECT seq, text FROM log JOIN tables ON id = table_id WHERE code = ?", (code,)).fetchall())
    expect(at_backup.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    at_backup.close()
    now = server.entries(code)
    expect(len(rows) > 3 and all(now[q] == text for q, text in rows.items()) and len(rows) < len(now), len(rows), len(now))
    refused_now = server.admin("restore", backup)
    expect(refused_now.returncode != 0 and "used by another server" in refused_now.stderr, refused_now)

    # Shutting people and addresses out.
    bad = Guest(server, "Bad")
    line = await bad.line(code)
    expect(server.admin("ban", "user", bad.id, "--why", "bad manners").returncode == 0)
    expect(await line.until_closed() == 4001, line.closed)
    expect(bad.post("/api/tables").status in (401, 403), "a table for who is shut out")
    try:
        await bad.line()
        raise Wrong("a socket for who is shut out")
    except websockets.InvalidStatusCode as refusal:
        expect(refusal.status_code in (401, 403), refusal)
    expect(bad.id in server.admin("bans").stdout and "bad manners" in server.admin("bans").stdout, server.admin("bans"))
    expect(server.admin("unban", "user", bad.id).returncode == 0)
    expect(bad.get("/api/me").json["user"]["id"] == bad.id, "and let in again")
    expect(server.admin("ban", "address", "192.0.2.7", "for", "2").returncode == 0)
    expect(server.admin("ban", "user", "nobody").returncode == 2)
    await control.goes_on()

    # Closing a table, and the server.
    await cancel(control.tasks)
    expect(server.admin("close", code).returncode == 0)
    for line in control.lines: await line.until(lambda line=line: any(message["t"] == "closed" for message in line.messages))
    expect(control.lines[0].guest.get("/api/tables/" + code).status == 404)
    await control.close()
    expect(server.stop() == 0)
    expect(server.admin("stats").returncode != 0, "nobody is there to answer")

    # The backup again.
    restored = server.admin("restore", backup)
    expect(restored.returncode == 0 and "kept in" in restored.stdout, restored)
    again = Server(data=server.data)
    expect(again.entries(code) == rows or len(again.entries(code)) >= len(rows))
    for line in control.lines:
        line.guest.server = line.server = again
        line.q, line.game_id, line.code = 0, None, None
        await line.open()
        expect((await line.join(code))["t"] == "joined", "the table of the backup")
    expect(again.stop() == 0)


async def main():
    cannot_start()
    await tls()
    await test("a full disk: everything waits, and nothing is lost", full_disk())
    await test("a disk that fails: the server stops, and nothing told is lost", broken_disk())
    await test("a damaged log: its table alone is out", quarantine())
    await test("stopped in the middle of games: they go on", stopped_in_play())
    await test("the operator", operator())


run(main)
