#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy with the checks of .clang-tidy.

    tests/style/tidy_test.py BUILD_FOLDER [FOLDER...]

Without folders it checks what ./check can afford: all that runs in the process of the application, and
the parts of the compiler that include little of LLVM, in some five minutes of CPU time. Before a change
of the compiler is done, `tests/style/tidy_test.py build/dev compiler` checks all of it in 13 minutes of
CPU time; `compiler/lower` instead of `compiler` checks one component.

A file that had no findings is not checked again until it, a header that it includes, its command, the
checks or the tool change. BUILD_FOLDER/tidy/ has an empty file for each such state. The headers are those
that ninja recorded when it compiled the file; a file that was not compiled is always checked.

Without precompiled headers: the checks would read all of them for each file, and a file that does not
include what it uses is an error here.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from sources import ROOT

TOOL = shutil.which("clang-tidy-19")
DEFAULT = ("interface", "threads", "icd", "runtime", "compiler/admit", "compiler/tools")


class Source:
    """A file that the build compiles."""

    def __init__(self, command):
        self.folder = pathlib.Path(command["directory"])
        self.path = (self.folder / command["file"]).resolve()
        self.command = command["command"]
        self.object = re.search(r" -o (\S+)", self.command)[1]


def without_precompiled_headers(command):
    return command | {"command": re.sub(r" -Xclang -include-pch -Xclang \S+", "", command["command"])}


def sources(build, folders):
    """Those of the folders. Writes the commands that clang-tidy reads."""
    commands = json.loads((pathlib.Path(build) / "compile_commands.json").read_text())
    commands = list(map(without_precompiled_headers, commands))
    own = pathlib.Path(build, "tidy")
    own.mkdir(exist_ok=True)
    (own / "compile_commands.json").write_text(json.dumps(commands))
    found = {source.path: source for source in map(Source, commands)}
    return [found[path] for path in sorted(found) if ROOT in path.parents
            and str(path.relative_to(ROOT)).startswith(tuple(name + "/" for name in folders))]


@functools.cache
def recorded_dependencies(build):
    """What ninja knows of each object: the files that it was compiled from."""
    ninja = shutil.which("ninja")
    if not ninja:
        return {}
    text = subprocess.run([ninja, "-C", build, "-t", "deps"], capture_output=True, text=True).stdout
    blocks = [block.splitlines() for block in text.split("\n\n") if block]
    return {lines[0].split(": #deps")[0]: [line.strip() for line in lines[1:]] for lines in blocks
            if lines[0].endswith("(VALID)")}


@functools.cache
def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@functools.cache
def tool_version():
    return subprocess.run([TOOL, "--version"], capture_output=True, text=True).stdout


def stamp(source):
    """The file that says that this state has no findings; None if the state is not known."""
    files = recorded_dependencies(BUILD).get(source.object)
    if not files:
        return None
    paths = [source.folder / name for name in files]
    if not all(path.is_file() for path in paths):
        return None
    state = [tool_version(), digest(ROOT / ".clang-tidy"), source.command]
    state += [f"{name} {digest(path)}" for name, path in zip(files, paths)]
    return pathlib.Path(BUILD, "tidy", hashlib.sha256("\n".join(state).encode()).hexdigest())


def check(source):
    clean = stamp(source)
    if clean and clean.exists():
        return ""
    done = subprocess.run([TOOL, "-p", BUILD + "/tidy", "--quiet", str(source.path)], capture_output=True,
                          text=True)
    if done.returncode != 0:
        return done.stdout + done.stderr
    if clean:
        clean.touch()
    return ""


class Tidy(unittest.TestCase):
    maxDiff = None

    @unittest.skipUnless(TOOL, "no clang-tidy-19")
    def test_checks_of_clang_tidy(self):
        files = sources(BUILD, FOLDERS)
        self.assertTrue(files, f"no source files of {' '.join(FOLDERS)} in {BUILD}")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = [text for text in pool.map(check, files) if text]
        self.assertFalse(found, "\n".join(found))

    @unittest.skipUnless(TOOL, "no clang-tidy-19")
    def test_a_finding_is_a_failure(self):
        source = "struct A { virtual ~A(); }; struct B : A { virtual ~B(); };\n"
        file = ROOT / "build" / "tidy_finding.cpp"
        file.parent.mkdir(exist_ok=True)
        file.write_text(source)
        try:
            done = subprocess.run([TOOL, "--quiet", str(file), "--", "-std=c++2b"], cwd=ROOT,
                                  capture_output=True, text=True)
        finally:
            file.unlink()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("modernize-use-override", done.stdout)


if __name__ == "__main__":
    BUILD, *folders = sys.argv[1:]
    FOLDERS = tuple(folders) or DEFAULT
    unittest.main(argv=sys.argv[:1])
