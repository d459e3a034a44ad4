"""operations.py -- docs/operations.md, docs/protocol.md and docs/api.md against the running program and
its sources: options, limits, metrics, events of the log, requests, codes and messages. Both ways, so that neither
a document nor the program can have something that the other does not know."""
import glob, os, re, subprocess
import lib
from lib import check, expect

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file: return file.read()


operations, protocol, api = (read(f"docs/{name}.md") for name in ("operations", "protocol", "api"))
sources = {path: read(path) for room in ("hub", "net") for path in sorted(glob.glob(f"src/{room}/*.c", root_dir=ROOT))}
source = "\n".join(sources.values())


def same(name, documented, real):
    check(name, documented == real and real,
          f"not documented: {sorted(real - documented)}; documented, but not there: {sorted(documented - real)}")


def knows(name, text, real):
    check(name, real and not [one for one in real if f"`{one}`" not in text],
          f"not documented: {sorted(one for one in real if f'`{one}`' not in text)}")


def section(text, title):
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", text, re.M | re.S)
    return found[1] if found else ""


def first_cells(text):
    return re.findall(r"^\| (.*?) \|", text, re.M)


# ---- the operator ----

def help_options(command):
    text = subprocess.run([lib.UNO, command, "--help"], capture_output=True, text=True).stdout
    return set(re.findall(r"^  (?:-\w, |    )(--[a-z-]+)", text, re.M))


def check_options():
    serve, admin = help_options("serve") - {"--help"}, help_options("admin") - {"--help"}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", operations))
    same("every option of serve is in operations.md", named - (admin - serve), serve)
    check("and every other one there is of admin", named <= serve | admin, sorted(named - serve - admin))
    variables = set(re.findall(r"\bUNO_[A-Z_]+[A-Z]\b", operations))
    real = {"UNO_" + option[2:].replace("-", "_").upper() for option in serve}
    check("every variable there is one of serve", variables <= real, sorted(variables - real))


def fences(server):
    """Of the server and its clerk: whether seccomp filters their calls, from /proc. Leaks are looked for by another process,
    so a program that does has no sandbox."""
    me = server.process.pid
    children = subprocess.run(["pgrep", "-P", str(me)], capture_output=True, text=True).stdout.split()
    expect(len(children) == 1, "the server has one clerk", children)
    return [re.search(r"^Seccomp:\t(\d)", open(f"/proc/{pid}/status").read(), re.M)[1] == "2" for pid in (me, *children)]


def check_sandbox():
    if b"__asan_init" in open(lib.UNO, "rb").read(): return
    for options, fenced in ((), True), (("--no-sandbox",), False):
        server = lib.Server(*options)
        found = fences(server)
        server.stop()
        check("the server and its clerk are in the sandbox" if fenced else "unless it is switched off", found == [fenced] * 2, found)


def check_limits():
    usual = re.search(r"HubConfig usual = \{(.*?)\};", sources["src/hub/hub.c"], re.S)[1]
    real = {(re.sub("_(max|ms)$", "", name).replace("_", "-"), int(value))
            for name, value in re.findall(r"\.(\w+) = (\d+)", usual)}
    rows = re.findall(r"^\| `--([a-z-]+)` \| (\d+) \|", section(operations, "Limits"), re.M)
    same("the usual limits are those of the program", {(name, int(value)) for name, value in rows} - {("drain", 5)}, real)


def check_metrics():
    server = lib.Server()
    answer = lib.Guest(server).ask("GET", "/metrics")
    server.stop()
    real = set(re.findall(r"^# TYPE (\w+)", answer.body.decode(), re.M))
    same("the metrics are in operations.md", set(re.findall(r"\buno_[a-z_]+", operations)), real)


def check_events():
    named = {event for pattern in (r'net_log\([^";{]*"(\w+)"', r'hub_log\(hub, "\w+", "(\w+)"', r'hub_log_trouble\(hub, "(\w+)"')
             for event in re.findall(pattern, source)}
    cells = first_cells(section(operations, "The log"))
    same("the events of the log are in operations.md", {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}, named)


def check_statuses():
    command = read("src/cli/command.h")
    real = {int(number) for number in re.findall(r"STATUS_\w+ = (\d+)", command)} - {3, 130}
    same("the exit statuses are in operations.md", {int(cell) for cell in first_cells(section(operations, "Exit status")) if cell.isdigit()}, real)


# ---- requests ----

def documented_requests(text):
    for method, path in re.findall(r"`(GET|POST|PUT|DELETE) (/[^\s`?]+)", text):
        if path.startswith("/rulesets"): path = "/api/clubs/ID" + path
        if path.startswith("/api/"): yield method, re.sub(r"\b[A-Z]+\b", "*", path)


def codes_of_requests():
    """Those that the sources give: of the tables' side, and of what never gets there."""
    found = set(re.findall(r'api_error\([^;]*?\b[45]\d\d,\s*"(\w+)"', source))
    found |= set(re.findall(r'cJSON_AddStringToObject\(json, "error", "(\w+)"', source))
    found |= set(re.findall(r"^REFUSAL\((\w+),", read("src/tournament/refusal.def"), re.M))  # answer_refusal() of events.c
    for chosen in re.findall(r'"error", status == 404 \? ("\w+" : "\w+")', source): found |= set(re.findall(r"\w+", chosen))
    return found | set(re.findall(r'(?:refuse|refuse_and_close)\(\s*(?:conn|refusal),\s*\w+,\s*"(\w+)"', source))


def documented_codes():
    found = set()
    for line in api.splitlines():
        row = re.match(r"\| [45]\d\d[^|]*\|([^|]*)\|", line)
        if row: found |= set(re.findall(r"`(\w+)`", row[1]))
        elif not line.startswith("|"):
            for some in re.findall(r"\b[45]\d\d(?: or [45]\d\d)? ((?:`\w+`(?:, )?)+)", line): found |= set(re.findall(r"\w+", some))
    return found


def check_requests():
    routes = set(re.findall(r'\{"(GET|POST|PUT|DELETE)", "(/api/[^"]*)"', source))
    bots = {route for route in routes if route[1].startswith("/api/bot/")}
    same("the requests are in api.md", {request for request in documented_requests(api) if request not in bots}, routes - bots)
    same("those of programs are in protocol.md",
         {request for request in documented_requests(protocol) if request[1].startswith("/api/bot/")}, bots)
    real = codes_of_requests()
    socket = set(re.findall(r'return refuse\(conn, \w+,\s*"(\w+)"', sources["src/net/net_ws.c"]))
    program = set(re.findall(r'api_error\([^;]*?\b[45]\d\d,\s*"(\w+)"', sources["src/hub/remote.c"]))
    knows("the codes of requests are in api.md", api, real - socket - program)
    knows("those of the WebSocket in protocol.md", section(protocol, "The WebSocket"), socket)
    knows("those of programs, too", section(protocol, "Programs that play") + section(protocol, "Why not"), program)
    check("api.md has no code that is never given", documented_codes() <= real, sorted(documented_codes() - real))


# ---- messages ----

def check_messages():
    rows = read("src/wire/messages.def")
    heard = section(protocol, "What you may send")
    same("the messages to the server are in protocol.md", set(re.findall(r'`\{"t":"(\w+)"', heard)),
         set(re.findall(r"^SAY\((\w+),", rows, re.M)))
    documented = section(protocol, "What you hear") + section(protocol, "The WebSocket")
    same("those of the server, too", set(re.findall(r'`\{"t":"(\w+)"', documented)), set(re.findall(r"^HEAR\((\w+),", rows, re.M)))


def check_refusals():
    refusals = dict(re.findall(r'REFUSAL\((\w+), "(.*?)"\)', read("src/table/refusal.def")))
    for silent in ("ok", "held", "against_rules"): del refusals[silent]
    real = set(refusals) | set(re.findall(r'socket_no\([^;"]*"(\w+)"', source))
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|$", section(protocol, "Why not"), re.M))
    same("the reasons of refusals are in protocol.md", set(rows), real)
    wrong = {code for code, sentence in refusals.items() if rows.get(code) != sentence}
    check("with the sentences of the program", not wrong, sorted(wrong))


for one in (check_options, check_sandbox, check_limits, check_metrics, check_events, check_statuses, check_requests, check_messages, check_refusals):
    one()
lib.finish()
