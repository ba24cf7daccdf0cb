#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies the translator of unpacked Debian packages into a prefix, for mirrors without its source.

    take_translator.py UNPACKED PREFIX

Debian 13's library needs glibc 2.38 for __isoc23_strtol and __isoc23_strtoull only: strtol and strtoull that
accept binary numbers, too. On an older glibc the copies refer to the functions that it has.
"""
import os
import pathlib
import platform
import shutil
import struct
import sys

PREFIX_OF_NEW = b"__isoc23_"


def elf_hash(name):
    """The hash of a version's name in .gnu.version_r."""
    value = 0
    for byte in name:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ (high >> 24)) & ~high & 0xFFFFFFFF
    return value


def sections(data):
    """The section headers of a 64-bit little-endian ELF file: {type: (offset, size)}."""
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    found = {}
    for index in range(count):
        _, kind, _, _, offset, length, link = struct.unpack_from("<IIQQQQI", data, table + index * size)
        found[kind] = (offset, length, table + link * size)
    return found


def text(data, offset):
    return bytes(data[offset:data.index(0, offset)])


def lower_versions(data, newest):
    """Replaces references to newer versions of glibc than `newest`; the symbols must be of the C23 ones."""
    dynamic_symbols, versions_of_symbols, needed_versions = 11, 0x6FFFFFFF, 0x6FFFFFFE
    found = sections(data)
    symbols, length, link = found[dynamic_symbols]
    strings, = struct.unpack_from("<Q", data, link + 24)
    numbers, _, _ = found[versions_of_symbols]
    new, base = {}, None
    entry, _, _ = found[needed_versions]
    while True:
        _, count, _, auxiliary, following = struct.unpack_from("<HHIII", data, entry)
        position = entry + auxiliary
        for _ in range(count):
            _, _, number, name, next_ = struct.unpack_from("<IHHII", data, position)
            version = text(data, strings + name)
            if version == b"GLIBC_2.2.5":
                base = name
            elif version.startswith(b"GLIBC_2.") and int(version.split(b".")[1]) > newest:
                new[number] = position
            position += next_
        if following == 0:
            break
        entry += following
    for index in range(length // 24):
        number, = struct.unpack_from("<H", data, numbers + index * 2)
        if number in new:
            name, = struct.unpack_from("<I", data, symbols + index * 24)
            if not text(data, strings + name).startswith(PREFIX_OF_NEW):
                sys.exit(f"{text(data, strings + name).decode()} needs a newer glibc than 2.{newest}")
            # The old function's name is the end of the new one's.
            struct.pack_into("<I", data, symbols + index * 24, name + len(PREFIX_OF_NEW))
    for position in new.values():
        struct.pack_into("<I", data, position, elf_hash(b"GLIBC_2.2.5"))
        struct.pack_into("<I", data, position + 8, base)


def main(unpacked, prefix):
    newest = int(platform.libc_ver()[1].split(".")[1])
    library = next(unpacked.glob("usr/lib/*/libLLVMSPIRVLib.so.19.1"))
    program = unpacked / "usr/bin/llvm-spirv-19"
    private = prefix / "libexec/llvm-spirv"
    for source, target in ((library, prefix / "lib" / library.name), (program, private)):
        data = bytearray(source.read_bytes())
        lower_versions(data, newest)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        target.chmod(0o755)
    link = prefix / "lib/libLLVMSPIRVLib.so"
    link.unlink(missing_ok=True)
    link.symlink_to(library.name)
    shutil.copytree(unpacked / "usr/include/LLVMSPIRVLib", prefix / "include/LLVMSPIRVLib", dirs_exist_ok=True)
    # The program finds the library beside it.
    start = prefix / "bin/llvm-spirv"
    start.parent.mkdir(exist_ok=True)
    start.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{prefix}/lib" exec "{private}" "$@"\n')
    start.chmod(0o755)
    if os.system(f"'{start}' --version >/dev/null") != 0:
        sys.exit(f"{start} does not run")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
