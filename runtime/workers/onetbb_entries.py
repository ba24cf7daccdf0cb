#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an entry for each function of oneTBB that an object calls (runtime/workers/onetbb_library.h).

Usage: onetbb_entries.py <architecture> <nm> <object> <output.cpp>
"""

import subprocess
import sys


# A jump to the address at {place}, by architecture.
JUMPS = {
    "x86_64": "endbr64\\njmp *{place}(%rip)",
    "aarch64": "bti c\\nadrp x16, {place}\\nldr x16, [x16, :lo12:{place}]\\nbr x16",
}


def functions(nm, file):
    """Undefined symbols in oneTBB's namespace."""
    listed = subprocess.run([nm, "--undefined-only", "--format=posix", file], capture_output=True, text=True,
                            check=True).stdout
    return sorted(name for name in (line.split()[0] for line in listed.splitlines())
                  if name.startswith("_ZN3tbb6detail2r1"))


def source(names, architecture):
    lines = ["// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception", "//",
             "// Written by onetbb_entries.py.", '#include "runtime/workers/onetbb_library.h"', "", 'asm(".text\\n"']
    for index, name in enumerate(names):
        lines.append(f'    ".balign 16\\n.globl {name}\\n.hidden {name}\\n.type {name}, @function\\n{name}:\\n"')
        jump = JUMPS[architecture].format(place=f"lanewiseOneTbbAddresses+{8 * index}")
        lines.append(f'    "{jump}\\n.size {name}, . - {name}\\n"')
    lines += ['    ".previous\\n");', "", f"const std::size_t lanewiseOneTbbCount = {len(names)};",
              f"[[gnu::used]] void* lanewiseOneTbbAddresses[{len(names)}] = {{}};",
              f"const char* const lanewiseOneTbbNames[{len(names)}] = {{"]
    return "\n".join(lines + [f'    "{name}",' for name in names] + ["};", ""])


def main():
    architecture, nm, file, output = sys.argv[1:]
    names = functions(nm, file)
    if not names:
        sys.exit(f"onetbb_entries.py: {file} calls no function of oneTBB")
    with open(output, "w") as stream:
        stream.write(source(names, architecture))


if __name__ == "__main__":
    main()
