"""database.py -- a PostgreSQL of its own for a test, in a folder of its own (tests/postgres), and what is in it."""
import atexit, os, subprocess, tempfile

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")


class Postgres:
    """A cluster that runs; nothing of it is left in the end."""

    def __init__(self, standby_of=None):
        self.folder = tempfile.mkdtemp(prefix="uno-postgres-")
        self.url = f"postgresql:///postgres?host={self.folder}&user=postgres"
        atexit.register(self.end)
        if standby_of: self.run("standby", standby_of.folder)
        else: self.run("start")

    def run(self, what, *more):
        done = subprocess.run([os.path.join(ROOT, "tests/postgres"), what, self.folder, *more], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode: raise RuntimeError(f"tests/postgres {what}: {done.stdout[-1000:]}")

    def kill(self): self.run("kill")

    def again(self): self.run("again")

    def follow(self, primary):
        """It is gone, and comes again as the standby of another."""
        subprocess.run(["rm", "-rf", f"{self.folder}/data"], check=True)
        self.run("standby", primary.folder)

    def promote(self): self.run("promote")

    def end(self):
        if self.folder and os.path.isdir(self.folder): self.run("end")
        self.folder = None

    def rows(self, query, schema="uno"):
        """What the database has, as lists of texts."""
        out = subprocess.run(["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-F", "\x1f", "-R", "\x1e", self.url, "-c",
                              f"SET search_path TO {schema}; {query}"], check=True, capture_output=True)
        return [row.split("\x1f") for row in out.stdout.decode().rstrip("\n").split("\x1e") if row]

    def entries(self, code):
        """The log of a table: {seq: text}."""
        found = self.rows(f"SELECT seq, convert_from(text, 'UTF8') FROM log JOIN tables ON id = table_id WHERE code = '{code}' ORDER BY seq")
        return {int(seq): text for seq, text in found}
