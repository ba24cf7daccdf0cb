#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of a build folder label by label and counts them one by one.

A ctest entry may hold many tests (the cases of a GoogleTest program, the files of a lit folder, the
methods of a unittest): its output is counted. An entry without such output is one test. An
entry that fails without naming a failed test (it crashed, it timed out) counts as one failure, and
so does a label that takes more CPU time than its budget, which does not depend on what else runs.

    tests/run.py BUILD_FOLDER [LABEL...] [--without LABEL...] [--slower FACTOR] [--budget COLUMN]
                 [--totals FILE] [--leave-out FILE]

--leave-out names a table of tests that cannot pass where they run, with the reasons (qemu.csv).
"""

import argparse
import csv
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import time
import xml.etree.ElementTree

# A label hangs that takes this many times its budget in wall time. The wall times in the lists of tests are as generous.
HANGS = 10
BUDGETS = pathlib.Path(__file__).with_name("budgets.csv")

# The summaries of test programs: (pattern of passed, pattern of failed).
SUMMARIES = (
    (r"^\[  PASSED  \] (\d+) tests?\.", r"^\[  FAILED  \] (\d+) tests?, listed below"),
    (r"^\s*Passed\s*:\s*(\d+)", r"^\s*(?:Failed|Timed Out|Unresolved|Unexpectedly Passed)\s*:\s*(\d+)"),
    (r"^(\d+) passed", r"^\d+ passed, (\d+) failed"),
)


def count(output, ok):
    """(passed, failed) of one ctest entry."""
    passed = failed = 0
    ran = re.findall(r"^Ran (\d+) tests? in ", output, re.M)
    if ran:  # unittest prints the failures on another line
        failed = sum(int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", output))
        passed = int(ran[-1]) - failed
    for good, bad in SUMMARIES:
        passed += sum(int(n) for n in re.findall(good, output, re.M))
        failed += sum(int(n) for n in re.findall(bad, output, re.M))
    if not ok and not failed:
        failed = 1
    elif ok and not passed and "[  SKIPPED ]" not in output:
        passed = 1
    return passed, failed


def without_passed(output):
    """The output of a GoogleTest program without the cases that passed."""
    return re.sub(r"^\[ RUN      \] (.+)\n\[       OK \] \1.*\n", "", output, flags=re.M)


def entries(build):
    """{label: names of its ctest entries}; None is the key for entries without a label."""
    shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"],
                           capture_output=True, text=True, check=True).stdout
    labels = {}
    for test in json.loads(shown)["tests"]:
        given = [p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"]
        if test["name"].endswith("_NOT_BUILT"):  # a program that this build does not need
            continue
        for label in given[0] if given else [None]:
            labels.setdefault(label, []).append(test["name"])
    return labels


def table(path):
    """The rows of a CSV file behind its comments."""
    return list(csv.DictReader(line for line in pathlib.Path(path).open() if not line.startswith("#")))


def leave_out(names):
    """Options of ctest. Programs that run all of their cases at once read the variable."""
    if not names:
        return []
    os.environ["GTEST_FILTER"] = "-" + ":".join(names)
    # ctest shows the parameter of a case behind its name.
    return ["-E", "^(" + "|".join(re.escape(name) for name in names) + ")( |$)"]


def run_label(build, label, most_seconds, options=()):
    """(passed, failed, CPU seconds, seconds); prints the output of what fails. Ends after `most_seconds`.
    `options` are further ones of ctest."""
    folder = pathlib.Path(build).resolve() / "test-results"
    folder.mkdir(exist_ok=True)
    report = folder / f"{label}.xml"
    report.unlink(missing_ok=True)
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    log = subprocess.run(
        ["timeout", "--signal=TERM", str(round(most_seconds)), "ctest", "--test-dir", build, "-L", f"^{label}$", *options, "-j",
         str(os.cpu_count()), "--timeout", "6000", "--no-tests=error", "--test-output-size-passed", "100000000",
         "--test-output-size-failed", "100000000", "--output-junit", str(report)],
        capture_output=True, text=True)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    passed = failed = 0
    if not report.exists():
        print(log.stdout, log.stderr)
        return 0, 1, cpu, seconds
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        skipped = "[  SKIPPED ]" in output and "[  FAILED  ]" not in output
        ok = case.get("status") == "run" or skipped
        good, bad = count(output, ok)
        passed, failed = passed + good, failed + bad
        if not ok or bad:
            print(f"--- {case.get('name')} failed:")
            print(without_passed(output)[-6000:])
    return passed, failed, cpu, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("labels", nargs="*")
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--slower", type=float, default=1.0, help="factor on the time budgets")
    parser.add_argument("--budget", default="seconds",
                        help="the column of tests/budgets.csv that has labels and their seconds")
    parser.add_argument("--totals", help="file to append 'passed failed' to")
    parser.add_argument("--leave-out", metavar="FILE", help="a table with the columns test and reason")
    arguments = parser.parse_args()

    # Tests compile what they build, whatever the user's cache contains.
    os.environ.setdefault("LANEWISE_CACHE", "off")
    os.environ.setdefault("LANEWISE_COMPILER_SECONDS", "1200")  # a limit in wall time
    rows = table(BUDGETS)
    left_out = [row["test"] for row in table(arguments.leave_out)] if arguments.leave_out else []
    options = leave_out(left_out)
    budgets = {row["label"]: float(row[arguments.budget]) for row in rows if row[arguments.budget]}
    present = entries(arguments.build)
    all_passed = all_failed = 0
    for label in present:
        if label not in [row["label"] for row in rows]:
            print(f"failed: tests with the label {label}, which tests/budgets.csv does not name: "
                  + ", ".join(present[label][:5]))
            all_failed += 1
    for label in arguments.labels or budgets:
        if label in arguments.without:
            continue
        budget = budgets.get(label, 0) * arguments.slower
        passed, failed, cpu, seconds = run_label(arguments.build, label, HANGS * max(budget, 60), options)
        note = ""
        if cpu > budget:
            note, failed = "  OVER ITS TIME BUDGET", failed + 1
        print(f"  {label:<10} {passed:>6} passed, {failed:>3} failed, {cpu:7.1f} s of "
              f"{budget:.0f} s of CPU time, {seconds:7.1f} s{note}", flush=True)
        all_passed, all_failed = all_passed + passed, all_failed + failed
    if left_out:
        print(f"  {len(left_out)} tests are left out: {arguments.leave_out} has the reasons")
    if arguments.totals:
        with open(arguments.totals, "a") as totals:
            totals.write(f"{all_passed} {all_failed}\n")
    return 1 if all_failed else 0


if __name__ == "__main__":
    sys.exit(main())
