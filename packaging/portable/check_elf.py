#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the ELF files of a folder run on every system with the C library of the wheel's tag or a newer one.

Usage: check_elf.py [--json] <folder or file>

Reads the files themselves, without other programs. They may need the C library and libgcc_s, no newer symbol than
GLIBC_MOST, and have no run path but $ORIGIN. Prints a line for each file.
"""

import json
import pathlib
import re
import struct
import sys

# The tag of the wheel is manylinux_<GLIBC_MOST>.
GLIBC_MOST = (2, 34)
# manylinux_2_34 allows GCC_4.2.0 and newer ones up to this.
GCC_MOST = (7, 0, 0)
# libgcc_s unwinds threads that the C library cancels: two unwinders in a process do not work together.
ALLOWED = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libgcc_s.so.1",
           "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
DYNAMIC, LOAD = 2, 1
NEEDED, STRTAB, SONAME, RPATH, RUNPATH, VERNEED, VERNEEDNUM = 1, 5, 14, 15, 29, 0x6FFFFFFE, 0x6FFFFFFF
SYMTAB, GNU_HASH = 6, 0x6FFFFEF5


class Elf:
    """The dynamic section of a 64-bit little-endian file."""

    def __init__(self, path):
        self.bytes = pathlib.Path(path).read_bytes()
        if self.bytes[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path} is no 64-bit little-endian ELF file")
        self.machine, = struct.unpack_from("<H", self.bytes, 18)
        offset, = struct.unpack_from("<Q", self.bytes, 32)
        size, count = struct.unpack_from("<HH", self.bytes, 54)
        headers = [struct.unpack_from("<IIQQQQQQ", self.bytes, offset + index * size) for index in range(count)]
        self.loads = [header for header in headers if header[0] == LOAD]
        self.entries = []
        for header in headers:
            if header[0] == DYNAMIC:
                self.entries = list(struct.iter_unpack("<qQ", self.bytes[header[2]:header[2] + header[5] // 16 * 16]))

    def place(self, address):
        for _, _, offset, begin, _, size, _, _ in self.loads:
            if begin <= address < begin + size:
                return offset + address - begin
        raise ValueError(f"address {address:#x} is in no segment")

    def values(self, tag):
        return [value for key, value in self.entries if key == tag]

    def text(self, offset):
        begin = self.place(self.values(STRTAB)[0]) + offset
        return self.bytes[begin:self.bytes.index(b"\0", begin)].decode()

    def texts(self, *tags):
        return [self.text(value) for tag in tags for value in self.values(tag)]

    def versions(self):
        """Pairs of library and version of its symbols."""
        found = []
        if not self.values(VERNEED):
            return found
        at = self.place(self.values(VERNEED)[0])
        for _ in range(self.values(VERNEEDNUM)[0]):
            _, count, file, first, following = struct.unpack_from("<HHIII", self.bytes, at)
            entry = at + first
            for _ in range(count):
                _, _, _, name, step = struct.unpack_from("<IHHII", self.bytes, entry)
                found.append((self.text(file), self.text(name)))
                entry += step
            at += following
        return found


def number(version):
    return tuple(int(part) for part in version.split("_")[-1].split("."))


def facts(path):
    elf = Elf(path)
    versions = elf.versions()
    glibc = max((number(name) for _, name in versions if re.fullmatch(r"GLIBC_[0-9.]+", name)), default=(0,))
    return {"needed": elf.texts(NEEDED), "glibc": ".".join(map(str, glibc)), "runpath": elf.texts(RPATH, RUNPATH),
            "versions": versions}


def problems(found, own=()):
    """Why the file does not run everywhere. `own`: names of libraries beside it."""
    wrong = [f"needs {name}" for name in found["needed"] if name not in ALLOWED | set(own)]
    for library, version in found["versions"]:
        if library in own:
            continue
        if re.fullmatch(r"GLIBC_[0-9.]+", version):
            if number(version) > GLIBC_MOST:
                wrong.append(f"needs {version} of {library}")
        elif re.fullmatch(r"GCC_[0-9.]+", version):
            if number(version) > GCC_MOST:
                wrong.append(f"needs {version} of {library}")
        else:
            wrong.append(f"needs {version} of {library}")
    wrong += [f"has the run path {path}" for path in found["runpath"]
              if not all(part.startswith("$ORIGIN") for part in path.split(":"))]
    return wrong


def elf_files(folder):
    files = [folder] if folder.is_file() else sorted(path for path in folder.rglob("*")
                                                     if path.is_file() and not path.is_symlink())
    return [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]


def main():
    words = [word for word in sys.argv[1:] if word != "--json"]
    folder = pathlib.Path(words[0])
    files = elf_files(folder)
    own = {path.name for path in files}
    bad, every = 0, {}
    for path in files:
        found = facts(path)
        wrong = problems(found, own)
        bad += len(wrong)
        every[str(path)] = {**found, "size": path.stat().st_size, "problems": wrong}
        if "--json" not in sys.argv:
            print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, glibc {found['glibc']}, "
                  f"needs {' '.join(found['needed'])}", *wrong, sep="\n  WRONG: ")
    if "--json" in sys.argv:
        print(json.dumps(every, indent=1))
    if not files:
        sys.exit(f"check_elf.py: no ELF file in {folder}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
