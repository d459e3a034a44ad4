"""Builds the wheel of this folder, for pip: the package with libuno.so inside, made by the Makefile for a processor that
everybody has, and the two small libraries that it needs (libinih, libcjson). Nothing is fetched.

    pip install ./python                  # or: pip wheel ./python --no-deps

UNO_LIBRARY names a libuno.so to put in instead of building one; MAKEFLAGS reaches make."""

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent  # python/
TREE = HERE.parent
BROUGHT = ("libinih.so", "libcjson.so")
LIBRARY = "build/wheel/libuno.so"


def _version():
    found = re.search(r"^VERSION\s*:?=\s*(\S+)", (TREE / "Makefile").read_text(), re.MULTILINE)
    return found.group(1)


def _library():
    """The path of the library to put in."""
    told = os.environ.get("UNO_LIBRARY")
    if told:
        return Path(told)
    baseline = ["MARCH=x86-64", "MTUNE=generic"] if os.uname().machine == "x86_64" else []
    subprocess.run(["make", "-C", str(TREE), "BUILD=build/wheel", *baseline, LIBRARY], check=True)
    return TREE / LIBRARY


def _needed(library):
    """What it needs beyond every system: {name: path}."""
    listed = subprocess.run(["ldd", str(library)], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return {row[0]: Path(row[2]) for row in rows if len(row) > 2 and row[0].startswith(BROUGHT)}


def _licences(needed):
    for name in needed:
        for place in Path("/usr/share/doc").glob(name.split(".")[0] + "*/copyright"):
            yield f"licenses/{place.parent.name}.txt", place.read_bytes()


def _metadata(version):
    return (f"Metadata-Version: 2.1\nName: uno\nVersion: {version}\nSummary: Every UNO-family rulebook, exact\n"
            "License: MIT\nRequires-Python: >=3.9\nProvides-Extra: learn\nRequires-Dist: numpy; extra == 'learn'\n"
            "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text()).encode()


def _tag():
    return "py3-none-" + re.sub(r"[.-]", "_", sysconfig.get_platform())


def _contents(version):
    """Every file of the wheel but the list of them: (name, bytes)."""
    library, info = _library(), f"uno-{version}.dist-info"
    needed = _needed(library)
    for path in sorted((HERE / "uno").glob("*.py")):
        yield f"uno/{path.name}", path.read_bytes()
    yield "uno/py.typed", b""
    yield "uno/libuno.so", library.read_bytes()
    for name, path in needed.items():
        yield f"uno/{name}", path.read_bytes()
    yield f"{info}/METADATA", _metadata(version)
    yield f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: uno\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()
    yield f"{info}/licenses/LICENSE", (TREE / "LICENSE").read_bytes()
    for name, text in _licences(needed):
        yield f"{info}/{name}", text


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Called by pip; returns the name of the file."""
    version = _version()
    name, rows = f"uno-{version}-{_tag()}.whl", []
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in _contents(version):
            wheel.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{path},sha256={digest},{len(data)}\n")
        record = f"uno-{version}.dist-info/RECORD"
        wheel.writestr(record, "".join(rows) + f"{record},,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The package is built within the source tree: there is nothing less to hand out."""
    raise RuntimeError("the package is built from the whole source tree: pip wheel ./python makes a wheel")
