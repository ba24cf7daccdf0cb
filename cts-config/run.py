#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a built OpenCL-CTS against a platform, prints what passed, and compares with expected.csv.

    cts-config/run.py CTS_BUILD [SUITE...] [--vendors FOLDER] [--tests PATTERN...] [--tier quick|full]
                      [--jobs N] [--results FOLDER] [--slower FACTOR] [--no-expected] [--offline LANEWISE_CC] [--list]

CTS_BUILD is the build folder of the CTS. SUITE is a row of suites.csv; without one, all built suites of
the tier run. Fails if an outcome differs from expected.csv, better or worse.
"""

import argparse
import concurrent.futures
import csv
import ctypes
import fnmatch
import os
import pathlib
import signal
import sys

import suite as suites

HERE = pathlib.Path(__file__).resolve().parent


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if line.strip() and line[0] != "#"))


def command_of(row, build):
    """The command of a suite, with '{tests}' in place of sub-test names, or '{all}'."""
    words = [word.replace("{build}", str(build)) for word in row["arguments"].split()]
    if not {"{tests}", "{all}"} & set(words):
        words.append("{tests}")
    return [str(build / "test_conformance" / row["binary"]), *words]


def offline_words(cache):
    """Arguments that make a binary of the CTS compile its kernels to SPIR-V beforehand."""
    cache.mkdir(parents=True, exist_ok=True)
    return ["--compilation-mode", "spir-v", "--compilation-program", str(HERE / "offline_compiler"),
            "--compilation-cache-path", str(cache), "--compilation-cache-mode", "overwrite"]


def chosen_tests(row, listed, patterns):
    """Sub-tests that match the row's patterns and those of the command line."""
    wanted = row["tests"].split() or ["*"]
    patterns = patterns or ["*"]
    return [name for name in listed
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in wanted)
            and any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)]


def expected_of(table, suite, test):
    """(outcome, reason) from the first row of expected.csv that matches a sub-test."""
    for row in table:
        if fnmatch.fnmatchcase(suite, row["suite"]) and fnmatch.fnmatchcase(test, row["test"]):
            return row["outcome"], row["reason"]
    return "pass", ""


def differences(table, suite, results):
    """One line for each sub-test with an unexpected outcome."""
    found = []
    for test, result in results.items():
        outcome, reason = expected_of(table, suite, test)
        if result.outcome != outcome:
            found.append(f"{suite} {test}: {result.outcome}, expected {outcome}"
                         + (f" ({reason})" if reason else "")
                         + (f": {result.note}" if result.note else ""))
    return found


def unused(table, results):
    """One line for each row of these suites that no sub-test of a whole run matched first. Rows behind one for all
    sub-tests of their suite need not match: --offline puts rows in front of expected.csv."""
    ends = {row["suite"]: i for i, row in enumerate(table) if row["test"] == "*"}
    left = [row for i, row in enumerate(table) if i <= ends.get(row["suite"], i)
            and any(fnmatch.fnmatchcase(suite, row["suite"]) for suite in results)]
    for suite, tests in results.items():
        for test in tests:
            for row in table:
                if fnmatch.fnmatchcase(suite, row["suite"]) and fnmatch.fnmatchcase(test, row["test"]):
                    if row in left:
                        left.remove(row)
                    break
    return [f"{row['suite']} {row['test']}: no such sub-test, but a row of expected.csv" for row in left]


def run_row(row, arguments):
    """Runs one suite: (name, SuiteResult)."""
    build = pathlib.Path(arguments.build).resolve()
    environment = dict(os.environ)
    if arguments.vendors:
        environment["OCL_ICD_VENDORS"] = str(pathlib.Path(arguments.vendors).resolve()) + "/"
    if row["environment"]:
        name, value = row["environment"].split("=", 1)
        environment[name] = value
    command = command_of(row, build)
    if arguments.offline:
        environment["LANEWISE_CC"] = str(pathlib.Path(arguments.offline).resolve())
        command += offline_words(pathlib.Path(arguments.results).resolve() / row["suite"] / "cache")
    listed = suites.listed_tests(command[:1], environment)
    tests = chosen_tests(row, listed, arguments.tests)
    folder = pathlib.Path(arguments.results).resolve() / row["suite"]
    limit = float(row["seconds"]) * arguments.slower
    result = suites.run_suite(command, tests, environment, folder, limit)
    with open(folder / "results.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("test", "outcome", "seconds", "note"))
        for test, one in result.results.items():
            writer.writerow((test, one.outcome, f"{one.seconds:.2f}", one.note))
    return row["suite"], result


def end_with(parent):
    """Ends this process, and with it the binary that it runs, when `parent` has ended."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit(1)


def table_line(name, result):
    counts = " | ".join(str(result.count(outcome)) for outcome in suites.OUTCOMES)
    bad = [f"{test} [{one.outcome}]" for test, one in result.results.items()
           if one.outcome not in ("pass", "skip")]
    return f"| {name} | {counts} | {result.wall:.1f} | {result.cpu:.1f} | {', '.join(bad)} |"


def selected_rows(arguments):
    build = pathlib.Path(arguments.build)
    table = rows(HERE / "suites.csv")
    unknown = set(arguments.suites) - {row["suite"] for row in table}
    if unknown:
        sys.exit(f"no such suite: {', '.join(sorted(unknown))}")
    picked = [row for row in table
              if (row["suite"] in arguments.suites if arguments.suites else row["tier"] == arguments.tier)]
    missing = [row["suite"] for row in picked
               if not (build / "test_conformance" / row["binary"]).is_file()]
    if missing:
        print(f"not built: {', '.join(missing)}")
    return [row for row in picked if row["suite"] not in missing], bool(missing and arguments.suites)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", help="build folder of the CTS")
    parser.add_argument("suites", nargs="*", help="rows of suites.csv")
    parser.add_argument("--vendors", help="folder with the .icd file of the platform, as OCL_ICD_VENDORS")
    parser.add_argument("--tests", nargs="+", help="patterns of sub-tests")
    parser.add_argument("--tier", default="quick", choices=("quick", "full"))
    parser.add_argument("--jobs", type=int, default=1, help="suites at a time")
    parser.add_argument("--results", default="cts-results", help="folder for logs and results")
    parser.add_argument("--slower", type=float, default=1.0, help="factor on the time limits")
    parser.add_argument("--no-expected", action="store_true", help="do not compare with expected.csv")
    parser.add_argument("--expected", default=str(HERE / "expected.csv"))
    parser.add_argument("--offline", metavar="LANEWISE_CC", help="compile kernels to SPIR-V first, with this lanewise-cc")
    parser.add_argument("--list", action="store_true", help="list the suites that would run")
    arguments = parser.parse_args()

    picked, failed = selected_rows(arguments)
    if arguments.list:
        print("\n".join(row["suite"] for row in picked))
        return 0
    print("| suite | " + " | ".join(suites.OUTCOMES) + " | wall s | CPU s | not passing |")
    print("|---|" + "--:|" * (len(suites.OUTCOMES) + 2) + "---|", flush=True)
    totals = suites.SuiteResult({})
    surprises, by_suite = [], {}
    expected = [] if arguments.no_expected else rows(arguments.expected)
    if arguments.offline and not arguments.no_expected:
        expected = rows(HERE / "expected-offline.csv") + expected
    # A process for each suite, because CPU time is counted per process.
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs, max_tasks_per_child=1, initializer=end_with,
                                                initargs=(os.getpid(),)) as pool:
        futures = [pool.submit(run_row, row, arguments) for row in picked]
        for future in concurrent.futures.as_completed(futures):
            name, result = future.result()
            print(table_line(name, result), flush=True)
            totals.results |= {f"{name} {test}": one for test, one in result.results.items()}
            totals.wall += result.wall
            totals.cpu += result.cpu
            by_suite[name] = result.results
            if not arguments.no_expected:
                surprises += differences(expected, name, result.results)
    if not arguments.no_expected and not arguments.tests:
        surprises += unused(expected, by_suite)
    counts = " | ".join(str(totals.count(outcome)) for outcome in suites.OUTCOMES)
    print(f"| total | {counts} | {totals.wall:.1f} | {totals.cpu:.1f} | |")
    for surprise in surprises:
        print(f"unexpected: {surprise}")
    return 1 if surprises or failed else 0


if __name__ == "__main__":
    sys.exit(main())
