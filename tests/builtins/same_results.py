#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the results of all functions on two processors, as hashes that result_hashes.cpp prints.

    same_results.py ARGUMENT... -- COMMAND... -- COMMAND...     each command gets the arguments
"""

import subprocess
import sys


def lines_of(command, arguments):
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed with {done.returncode}:\n{done.stderr}")
    return done.stdout.splitlines()


def main():
    first = sys.argv.index("--")
    second = sys.argv.index("--", first + 1)
    expected, got = (lines_of(command, sys.argv[1:first]) for command in (sys.argv[first + 1:second], sys.argv[second + 1:]))
    if not expected:
        sys.exit("the first program prints nothing")
    different = [f"{a.rsplit(' ', 1)[0]} (or {b.rsplit(' ', 1)[0]})" for a, b in zip(expected, got) if a != b]
    if len(expected) != len(got):
        different.append(f"{len(expected)} functions and {len(got)}")
    if different:
        sys.exit("different results:\n  " + "\n  ".join(different))
    print(f"{len(expected)} functions have the same results")


if __name__ == "__main__":
    main()
