"""backend.py -- makes a wheel of the package `uno` with the library inside, for pip (PEP 517). It needs nothing but Python, so
that `pip install ./python` works without a network; setuptools would first have to be fetched.

The library is build/libuno.so.0 of the source tree, made by `make` where it is not there yet. UNO_LIBRARY names another one;
UNO_LIBRARY=none leaves it out, for systems that have it installed."""

import base64
import hashlib
import os
import re
import subprocess
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SONAME = "libuno.so.0"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # of a zip file: the same tree gives the same wheel


def _project():
    """The lines `name = "text"` of [project]."""
    text = (HERE / "pyproject.toml").read_text(encoding="utf-8").partition("[project]")[2]
    return dict(re.findall(r'^([a-z-]+) = "([^"]*)"$', text, re.MULTILINE))


def _library():
    told = os.environ.get("UNO_LIBRARY")
    if told == "none":
        return None
    path = Path(told) if told else HERE.parent / "build" / SONAME
    if not told and not path.is_file():
        subprocess.run(["make", f"build/{SONAME}"], cwd=HERE.parent, check=True)
    if not path.is_file():
        raise SystemExit(f"uno: there is no library at {path}: run `make` in the source tree first")
    return path


def _tag(library):
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"py3-none-{platform}" if library else "py3-none-any"


def _stem(project):
    return f"{project['name'].replace('-', '_')}-{project['version']}"


def _metadata(project):
    return (f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
            f"Summary: {project['description']}\nLicense: MIT\nRequires-Python: {project['requires-python']}\n"
            "Provides-Extra: learning\nRequires-Dist: numpy ; extra == 'learning'\n")


def _wheel_text(library):
    pure = "false" if library else "true"
    return f"Wheel-Version: 1.0\nGenerator: uno backend\nRoot-Is-Purelib: {pure}\nTag: {_tag(library)}\n"


class _Wheel:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.rows = []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, FIRST_DAY)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        self.zip.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.rows.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self, record):
        entry = zipfile.ZipInfo(record, FIRST_DAY)
        entry.external_attr = 0o100644 << 16
        self.zip.writestr(entry, "".join(self.rows) + f"{record},,\n")
        self.zip.close()


def _add_package(wheel):
    for file in sorted((HERE / "uno").glob("*.py")):
        wheel.add(f"uno/{file.name}", file.read_bytes())


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project, library = _project(), _library()
    name = f"{_stem(project)}-{_tag(library)}.whl"
    wheel = _Wheel(Path(wheel_directory) / name)
    _add_package(wheel)
    if library:
        wheel.add(f"uno/{SONAME}", library.read_bytes(), 0o755)
    info = f"{_stem(project)}.dist-info"
    wheel.add(f"{info}/METADATA", _metadata(project).encode())
    wheel.add(f"{info}/WHEEL", _wheel_text(library).encode())
    wheel.close(f"{info}/RECORD")
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("uno: the package is made from the source tree, which its library comes from: pip install ./python there")
