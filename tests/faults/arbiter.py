#!/usr/bin/env python3
"""arbiter.py UNO FOLDER KILLS -- ends an arbiter at any moment, and fills its disk: what was told
is in the file, once. Prints "ok" and "not ok" lines."""
import os, random, re, resource, signal, subprocess, sys, threading

uno, folder, kills = sys.argv[1], sys.argv[2], int(sys.argv[3])
chance = random.Random(4)
failures = 0


def check(name, good, more=""):
    global failures
    failures += not good
    print(("ok " if good else "not ok ") + name, more if not good else "", flush=True)


def start(path, *more, **how):
    return subprocess.Popen([uno, "arbiter", *more, "--plain", "--file", path], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)


def kept(path):
    """The scores that the log has, in order."""
    with open(path, "rb") as log:
        whole = log.read().rpartition(b"\n")[0].decode()
    return [int(number) for number in re.findall("^adjust Ada ([0-9]+)$", whole, re.M)]


# ---- killed at any moment ----

def run_and_kill(path, first):
    """Says scores from `first` on, all at once, and ends the program somewhere on the way. Gives the scores told."""
    program = start(path)
    script = "".join(f"adjust Ada {score}\n" for score in range(first, 499))
    feeder = threading.Thread(target=lambda: feed(program, script))
    feeder.start()
    wanted, told = chance.randrange(25), b""
    while wanted and told.count(b"Ada has ") < wanted:
        more = os.read(program.stdout.fileno(), chance.choice((1, 50, 4096)))
        if not more: break
        told += more
    program.kill()
    told += program.stdout.read()
    feeder.join()
    program.wait()
    return [int(number) for number in re.findall("Ada has ([0-9]+)\\.", told.decode())]


def feed(program, script):
    try:
        program.stdin.write(script.encode())
        program.stdin.flush()
    except OSError:
        pass


def kill_often():
    path, told_all, first = folder + "/killed.log", 0, 1
    start(path, "official", "--players", "Ada,Ben").communicate(b"")
    for i in range(kills):
        told = run_and_kill(path, first)
        now = kept(path)
        if now != list(range(1, len(now) + 1)):
            return check("killed at any moment: every line once", False, str(now))
        if told and told != list(range(first, first + len(told))):
            return check("killed at any moment: told in order", False, str(told))
        if told and told[-1] > len(now):
            return check("killed at any moment: what was told is kept", False, f"{told[-1]} of {len(now)}")
        told_all, first = told_all + len(told), len(now) + 1
        if chance.randrange(2):  # and a flat battery in the middle of a line
            with open(path, "ab") as log: log.write(b"adjust Ada 49"[:chance.randrange(1, 13)])
        if first > 450:
            os.remove(path)
            start(path, "official", "--players", "Ada,Ben").communicate(b"")
            first = 1
    check(f"killed at any moment: {kills} times, {told_all} lines told", told_all > kills)
    out, err = start(path).communicate(b"log\n")
    check("and it can be opened again", out.decode().count("adjust Ada") == len(kept(path)), (out + err).decode())


# ---- a full disk ----

def fill_disk():
    path = folder + "/full.log"
    start(path, "official", "--players", "Ada,Ben").communicate(b"Ada 1\n")
    size = os.path.getsize(path)

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, size + 20))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    # 15 bytes fit, 15 more do not; 5 do, and 5 more do not.
    program = start(path, preexec_fn=limit, restore_signals=False)
    out, err = program.communicate(b"adjust Ada 200\nadjust Ada 300\nundo\nredo\nlog\n")
    with open(path) as log: text = log.read()
    told = " ".join(out.decode().split())
    check("full disk: it is told", told.count("Not entered: " + path + " cannot be written (File too large).") == 2, told)
    check("full disk: what to do", "Make room, then enter it again." in told, told)
    check("full disk: the status", program.returncode == 2, str(program.returncode))
    check("full disk: what fits is kept, nothing else", text.endswith("\nAda 1\nadjust Ada 200\nundo\n"), text)
    check("full disk: it stands as before", "log 1 Ada 1 >" in told, told)
    out, err = start(path).communicate(b"redo\nadjust Ada 300\nlog\n")
    told = " ".join(out.decode().split())
    check("room again: it goes on", "1 Ada 1 2 adjust Ada 200 3 adjust Ada 300 >" in told, told + err.decode())


kill_often()
fill_disk()
sys.exit(failures > 0)
