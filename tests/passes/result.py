#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of passes beside their inputs: behind each function of a test stands what becomes of it, in lines of `;= `.

    ; RUN: %cc --passes=<passes> %s -o - | %result %s
    tests/passes/result.py --write TEST... [--build FOLDER]

The first form is for lit: it compares the module that it reads with what the test states, and prints the difference.
Without any `;= ` a test fails. --write runs such a line of each test and writes the lines anew. Read the difference before
you commit it.

A function stands as LLVM prints it, with its attributes in place of their number and without comments. `%result --heads`
has its first line only, for tests of attributes. Functions that the passes have made stand at the end of the test.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MARK = ";= "
NAME = re.compile(r'define .*?@("[^"]*"|[\w.$-]+)\(')


def functions_of(module, heads):
    """{name: lines} of each function that the module defines."""
    attributes = dict(re.findall(r"^attributes (#\d+) = \{ (.*) \}$", module, re.M))
    found, name = {}, None
    for line in module.splitlines():
        line = re.sub(r"\s*; preds = .*", "", line).rstrip()
        if match := NAME.match(line):
            name = match[1]
            head = re.sub(r" (#\d+)\b", lambda number: " " + attributes.get(number[1], number[1]), line)
            found[name] = [head.removesuffix(" {") if heads else head]
        elif name and not heads and line and not line.startswith(";"):
            found[name].append(line)
        if line == "}":
            name = None
    return found


def with_results(test, results):
    """The test with these results in place of those that it states."""
    written, name, left = [], None, dict(results)
    for line in test.splitlines():
        if line.startswith(MARK):
            continue
        written.append(line)
        if match := NAME.match(line):
            name = match[1]
        if line == "}" and name:
            written += [MARK + text for text in left.pop(name, ["(gone)"])]
            name = None
    for lines in left.values():
        written += [MARK + text for text in lines]
    return "\n".join(written) + "\n"


def compare(path, heads, module):
    stated = path.read_text()
    expected = with_results(stated, functions_of(module, heads))
    if stated == expected and f"\n{MARK}" in stated:
        return 0
    sys.stdout.writelines(difflib.unified_diff(stated.splitlines(keepends=True), expected.splitlines(keepends=True),
                                               "stated", "now"))
    print(f"{path}: the result is another one. `tests/passes/result.py --write` states it")
    return 1


def write(path, build):
    run = re.search(r"^; RUN: (%cc .*?) \| %result( --heads)? %s$", path.read_text(), re.M)
    if not run:
        sys.exit(f"{path} has no line `; RUN: %cc ... | %result %s`")
    command = run[1].replace("%cc", str(build / "bin/lanewise-cc")).replace("%s", str(path))
    module = subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout
    path.write_text(with_results(path.read_text(), functions_of(module, bool(run[2]))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", type=pathlib.Path, nargs="+")
    parser.add_argument("--heads", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/dev")
    arguments = parser.parse_args()
    if not arguments.write:
        sys.exit(compare(arguments.tests[0], arguments.heads, sys.stdin.read()))
    for path in arguments.tests:
        write(path, arguments.build)


if __name__ == "__main__":
    main()
