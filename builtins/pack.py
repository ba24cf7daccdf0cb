#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the library's bitcode modules into one file, with an index of the functions.

    builtins/pack.py LLVM_NM MODULES.bin INDEX.txt MODULE.bc...

A line of the index is `<function> <offset of its module in MODULES.bin> <bytes of it>`; the lines
are sorted by the function's name, as bytes.
"""

import subprocess
import sys

ALIGNMENT = 16  # the bitcode reader wants words


def functions(nm, module):
    text = subprocess.run([nm, "--defined-only", "--format=just-symbols", module],
                          check=True, capture_output=True, text=True).stdout
    return [line for line in text.splitlines() if line.startswith("lw_")]


def main():
    nm, blob, index, *modules = sys.argv[1:]
    content = b""
    lines = {}
    for module in modules:
        with open(module, "rb") as file:
            bitcode = file.read()
        for function in functions(nm, module):
            if function in lines:
                sys.exit(f"pack.py: two modules define {function}")
            lines[function] = f"{function} {len(content)} {len(bitcode)}\n"
        content += bitcode + bytes(-len(bitcode) % ALIGNMENT)
    with open(blob, "wb") as file:
        file.write(content)
    with open(index, "w") as file:
        file.writelines(lines[function] for function in sorted(lines, key=str.encode))


if __name__ == "__main__":
    main()
