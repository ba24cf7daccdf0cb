#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs a staged installation as a wheel: the same bytes for the same input.

Usage: make_wheel.py <source> <stage> <output folder>

The time of all files is SOURCE_DATE_EPOCH.
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import sys
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "portable"))
from check_elf import GLIBC_MOST  # noqa: E402

# The wheel is made where its programs run: a chroot of another architecture is emulated.
TAG = f"py3-none-manylinux_{GLIBC_MOST[0]}_{GLIBC_MOST[1]}_{platform.machine()}"
LEAST_LEVELS = {"x86_64": "x86-64-v2", "aarch64": "armv8-a"}
# The largest wheel that we publish.
MOST_BYTES = 60_000_000
# The loader in pyopencl's wheel reads vendor files here. $ORIGIN is this folder.
VENDOR_FILE = "pyopencl/.libs/lanewise.icd"
VENDOR_TEXT = "$ORIGIN/../../lanewise/lib/liblanewise.so\n"
# pip removes a folder only if a file of the wheel is directly in it.
NOTE = "pyopencl/lanewise.txt"
NOTE_TEXT = "The file .libs/lanewise.icd belongs to the package lanewise: pyopencl's loader reads it.\n"


def names_of_release(source):
    return dict(re.findall(r'(?m)^([A-Z_]+)="(.*)"$', (source / "packaging/names.env").read_text()))


def version_of(source):
    return re.search(r"project\(Lanewise VERSION (\S+)", (source / "CMakeLists.txt").read_text())[1]


def metadata(source, licenses):
    names = names_of_release(source)
    maintainer, address = re.fullmatch(r"(.*) <(.*)>", names["MAINTAINER"]).groups()
    lines = ["Metadata-Version: 2.4", "Name: lanewise", f"Version: {version_of(source)}",
             "Summary: OpenCL 3.1 platform for CPUs", f"Maintainer: {maintainer}", f"Maintainer-email: {address}",
             f"Project-URL: Homepage, {names['HOME_PAGE']}", f"Project-URL: Source, {names['REPOSITORY']}",
             "License-Expression: Apache-2.0 WITH LLVM-exception", *(f"License-File: {name}" for name in licenses),
             "Classifier: Operating System :: POSIX :: Linux", "Classifier: Programming Language :: Python :: 3",
             "Requires-Python: >=3.8", "Description-Content-Type: text/markdown"]
    return "\n".join(lines) + "\n\n" + (HERE / "description.md").read_text()


def files_of(source, stage):
    """Pairs of name in the wheel and contents, and whether it is a program."""
    info = f"lanewise-{version_of(source)}.dist-info"
    found = {}
    for name in ("__init__.py", "__main__.py", "opencl.py", "registration.py"):
        text = (HERE / "lanewise" / name).read_text().replace("@VERSION@", version_of(source))
        text = text.replace("@PROCESSOR@", platform.machine())
        found[f"lanewise/{name}"] = text.encode(), False
    for folder in ("lib", "libexec", "bin"):
        for path in sorted((stage / folder).rglob("*")):
            if path.is_file():
                found[f"lanewise/{path.relative_to(stage)}"] = path.read_bytes(), True
    found[VENDOR_FILE] = VENDOR_TEXT.encode(), False
    found[NOTE] = NOTE_TEXT.encode(), False
    licenses = [name for name in ("LICENSE", "THIRD-PARTY.md") if (source / name).exists()]
    for name in licenses:
        found[f"{info}/licenses/{name}"] = (source / name).read_bytes(), False
    found[f"{info}/METADATA"] = metadata(source, licenses).encode(), False
    found[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: lanewise\nRoot-Is-Purelib: false\n"
                              f"Tag: {TAG}\n").encode(), False
    found[f"{info}/entry_points.txt"] = b"""[console_scripts]
lanewise-cc = lanewise:run_lanewise_cc
lanewise-run = lanewise:run_lanewise_run
""", False
    rows = []
    for name, (content, _) in sorted(found.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(content)}\n")
    record = f"{info}/RECORD"
    found[record] = "".join([*rows, f"{record},,\n"]).encode(), False
    return found


def write(files, target, when):
    """The metadata comes last, as PEP 427 recommends."""
    stamp = time.gmtime(max(when, 315532800))[:6]
    order = sorted(files, key=lambda name: (".dist-info/" in name, name))
    with zipfile.ZipFile(target, "w") as archive:
        for name in order:
            content, is_program = files[name]
            entry = zipfile.ZipInfo(name, stamp)
            entry.create_system = 3
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)


def main():
    source, stage, output = map(pathlib.Path, sys.argv[1:])
    files = files_of(source, stage)
    target = output / f"lanewise-{version_of(source)}-{TAG}.whl"
    output.mkdir(parents=True, exist_ok=True)
    write(files, target, int(os.environ["SOURCE_DATE_EPOCH"]))
    installed = sum(len(content) for content, _ in files.values())
    size = target.stat().st_size
    target.with_name(target.name + ".needs").write_text(
        f"installed {installed / 1e6:.1f} MB; glibc {'.'.join(map(str, GLIBC_MOST))}, {LEAST_LEVELS[platform.machine()]}\n")
    print(f"{target.name}: {size / 1e6:.1f} MB, installed {installed / 1e6:.1f} MB")
    if size > MOST_BYTES:
        sys.exit(f"make_wheel.py: {target.name} has {size} bytes (limit {MOST_BYTES})")


if __name__ == "__main__":
    main()
