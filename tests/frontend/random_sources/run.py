#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random sources: writes files of programs with their references, and runs them.

    run.py write <folder> [--first SEED] [--count N]    writes files of 50 programs, half of them in C++
    run.py run <build folder> [--first SEED] [--count N] [--keep <folder>]

`run` writes, runs random-sources-tests on every 500 programs, keeps the files that fail, and ends with the
number of programs of each feature. A feature in less than 1 % of 2000 or more programs is an error.
"""

import argparse
import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import write_sources

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS_OF_A_FILE = 50
PROGRAMS_OF_A_RUN = 500
LEAST_SHARE = 0.01
LANGUAGES = {"c": ["-x", "c", "-std=c17"], "c++": ["-x", "c++", "-std=c++17"]}
FLAGS = ["-w", "-O0", "-fPIC", "-shared", "-fno-builtin", "-ffp-contract=off", "-Xclang",
         "-ffloat16-excess-precision=none", f"-I{HERE}"]


def write_files(folder, first, count, arguments, counts):
    """Files of C and C++ in turn. Returns when all references are built."""
    for number, seed in enumerate(range(first, first + count, PROGRAMS_OF_A_FILE)):
        language = ("c", "c++")[(seed // PROGRAMS_OF_A_FILE) % 2]
        output = str(folder / f"{seed:08}")
        programs = min(PROGRAMS_OF_A_FILE, first + count - seed)
        counts.update(write_sources.write(seed, programs, language, output, without=arguments.without))
        subprocess.run([arguments.clang, *LANGUAGES[language], *FLAGS, output + ".host", "-o", output + ".so"], check=True)


def print_counts(counts, total):
    """The table of features; whether each one is in enough programs."""
    names = [name for name, _, _ in write_sources.FEATURES] + ["names_of_kernels"]
    for name in names:
        print(f"{counts[name]:8} {100 * counts[name] / total:5.1f} %  {name}")
    rare = [name for name in names if counts[name] < LEAST_SHARE * total]
    if total >= 2000 and rare:
        sys.exit("features in less than 1 % of the programs: " + ", ".join(rare))


def run(arguments, counts):
    """Runs the programs; returns the number of runs that failed."""
    build = pathlib.Path(arguments.folder).resolve()
    test = build / "tests/frontend/random_sources/random-sources-tests"
    environment = dict(os.environ, OCL_ICD_VENDORS=f"{build}/vendors/", LANEWISE_CACHE="off")
    failures = 0
    for first in range(arguments.first, arguments.first + arguments.count, PROGRAMS_OF_A_RUN):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            count = min(PROGRAMS_OF_A_RUN, arguments.first + arguments.count - first)
            environment["OPENCL_TEST_SOURCES"] = name
            output = ""
            try:
                write_files(folder, first, count, arguments, counts)
                subprocess.run([test], env=environment, capture_output=True, text=True, errors="replace", check=True)
            except subprocess.CalledProcessError as error:
                output = f"{error}\n{error.stdout}{error.stderr}"
            if output:
                failures += 1
                kept = pathlib.Path(arguments.keep or build / "failed-sources") / f"{first:08}"
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                (kept / "output").write_text(output)
                print(f"programs {first} to {first + count - 1} failed: {kept}/output", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("write", "run"))
    parser.add_argument("folder")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--without", default=[], type=lambda names: names.split(","), help="features, with commas")
    parser.add_argument("--keep", help="folder of the files that fail; default: <build folder>/failed-sources")
    arguments = parser.parse_args()
    counts = collections.Counter()
    failures = 0
    if arguments.action == "write":
        folder = pathlib.Path(arguments.folder)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        write_files(folder, arguments.first, arguments.count, arguments, counts)
    else:
        failures = run(arguments, counts)
        print_counts(counts, arguments.count)
    sys.exit(f"{failures} runs of {PROGRAMS_OF_A_RUN} programs failed" if failures else 0)


if __name__ == "__main__":
    main()
