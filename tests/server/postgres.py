"""postgres.py -- the server on a PostgreSQL that the test starts: people and tables are there after a restart and after the database was
killed; while it is gone everything waits, and nothing told is lost; a second server knows them too (campaign.py has more)."""
import lib
from database import Postgres
from lib import check


def me(guest):
    """A reading that met a lost connection may be answered with "try again": that is what is done here, a few times."""
    for _ in range(5):
        answer = guest.ask("GET", "/api/me").body
        if b'"unreadable"' not in answer: break
    return answer


postgres = Postgres()
try:
    server = lib.Server(data=postgres.url)
    guest = lib.Guest(server, "Ada")
    known = me(guest)
    check("a guest comes in", b"Ada" in known, known)
    second = lib.Server(data=postgres.url)
    elsewhere = lib.Guest(second)
    elsewhere.cookie = guest.cookie
    check("at a second server of the same database as well", me(elsewhere) == known, me(elsewhere))
    second.stop()
    postgres.kill()
    postgres.again()
    after = me(guest)
    check("the guest is known after the database was killed", after == known, after)
    later = me(lib.Guest(server, "Ben"))
    check("and others come in", b"Ben" in later, later)
    server.stop()
    server = lib.Server(data=postgres.url)
    guest.server = server
    check("and after a restart of the server", me(guest) == known, me(guest))
    server.stop()
finally:
    postgres.end()
lib.finish()
