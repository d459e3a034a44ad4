#!/bin/bash
# packaging.sh -- what goes along with the program: the list of what it is made of is whole, the unit of systemd leaves the server few rights, and the versions named here and there are the same.
set -u
cd "$(dirname "$0")/.." || exit 2
work=build/packaging
rm -rf "$work"
mkdir -p "$work"
status=0
check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then echo "ok packaging: $name"; else echo "not ok packaging: $name"; status=1; fi
}
version=$(sed -n 's/^VERSION := //p' Makefile)

# ---- what it is made of ----

tools/sbom "$version" >"$work/sbom.json"
names_all() { # every library that the program was linked to, and every package of the lock file, are in the list
    python3 - "$work/sbom.json" <<'END'
import json, re, subprocess, sys
sbom = json.load(open(sys.argv[1]))
assert sbom["bomFormat"] == "CycloneDX" and sbom["specVersion"] == "1.5"
refs = [component["bom-ref"] for component in sbom["components"]]
assert len(refs) == len(set(refs)), "two components under one name"
have = {component["name"] for component in sbom["components"]}
lock = json.load(open("web/package-lock.json"))["packages"]
missing = {path.rpartition("node_modules/")[2] for path in lock if path} - have
linked = re.findall(r"NEEDED.*\[lib(\w+)\.so", subprocess.run(["readelf", "-d", "build/uno"], capture_output=True, text=True).stdout)
called = {"crypto": "libssl-dev", "ssl": "libssl-dev", "uv": "libuv1-dev", "ncursesw": "libncurses-dev", "tinfo": "libncurses-dev",
          "m": "libc6-dev", "c": "libc6-dev"}
assert linked, "build/uno says nothing about its libraries"
missing |= {called.get(name, f"lib{name}-dev") for name in linked} - have
assert not missing, f"not in the list: {sorted(missing)}"
END
}
check 'the list of what uno is made of is whole' names_all
tools/sbom "$version" | check 'and the same each time' cmp -s - "$work/sbom.json"

# ---- the unit, and versions ----

exposure() { systemd-analyze security --offline=true --no-pager --threshold=15 examples/uno.service >"$work/exposure.txt" 2>&1 || { tail -n 2 "$work/exposure.txt"; return 1; }; }
check 'the unit is at 1.5 or better in systemd-analyze security' exposure
check 'debian/changelog has the version of the Makefile' grep -qF "uno ($version)" debian/changelog
exit $status
