#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runner of the conformance suite (cts-config/) with a binary whose sub-tests crash and hang."""

import contextlib
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import types
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
CONFIG = HERE.parents[1] / "cts-config"
FAKE = HERE / "fake_binary.py"
sys.path.insert(0, str(CONFIG))

import run  # noqa: E402
import suite as suites  # noqa: E402


class Suite(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def run_fake(self, *tests, limit=20.0, **environment):
        command = [sys.executable, str(FAKE), "{tests}"]
        return suites.run_suite(command, list(tests), os.environ | environment, self.folder, limit)

    def outcomes(self, *tests, **more):
        return {name: one.outcome for name, one in self.run_fake(*tests, **more).results.items()}

    def test_names_of_sub_tests(self):
        listed = suites.listed_tests([sys.executable, str(FAKE)], dict(os.environ))
        self.assertIn("leaves_a_line_open", listed)
        self.assertEqual(len(listed), 8)

    def test_outcomes_are_those_of_the_json(self):
        self.assertEqual(self.outcomes("passes", "fails", "skips"),
                         {"passes": "pass", "fails": "fail", "skips": "skip"})

    def test_crash_loses_only_its_sub_test(self):
        self.assertEqual(
            self.outcomes("passes", "too_new", "leaves_a_line_open", "crashes", "after_all"),
            {"passes": "pass", "too_new": "skip", "leaves_a_line_open": "pass", "crashes": "crash",
             "after_all": "pass"})

    def test_crash_says_how(self):
        self.assertEqual(self.run_fake("crashes").results["crashes"].note, "died of SIGSEGV")

    def test_hang_loses_only_its_sub_test(self):
        # The clock stands still, except for the sub-test that hangs.
        now = 0.0
        read_line = suites.Log.line

        def line(log, text):
            nonlocal now
            read_line(log, text)
            if text.startswith("hangs..."):
                now += 1000.0

        clock = types.SimpleNamespace(monotonic=lambda: now, sleep=time.sleep)
        with mock.patch.object(suites.Log, "line", line), mock.patch.object(suites, "time", clock):
            self.assertEqual(self.outcomes("passes", "hangs", "after_all", limit=999.0),
                             {"passes": "pass", "hangs": "timeout", "after_all": "pass"})

    def test_death_before_the_first_sub_test(self):
        self.assertEqual(self.outcomes("passes", "fails", FAKE_START="dies"),
                         {suites.START: "crash", "passes": "not run", "fails": "not run"})

    def test_death_after_the_last_sub_test(self):
        self.assertEqual(self.outcomes("passes", FAKE_END="dies"),
                         {"passes": "pass", suites.END: "crash"})

    def test_unknown_sub_test_is_not_run(self):
        self.assertEqual(self.outcomes("passes", "no_such"), {"passes": "pass", "no_such": "not run"})

    def test_processor_time_of_all_processes(self):
        result = self.run_fake("crashes", "passes")
        self.assertGreater(result.cpu, 0.0)
        self.assertGreaterEqual(result.wall, max(one.seconds for one in result.results.values()))


class Selection(unittest.TestCase):
    def row(self, **more):
        return {"suite": "s", "binary": "s/test_s", "arguments": "", "tests": ""} | more

    def test_names_of_sub_tests_come_last(self):
        self.assertEqual(run.command_of(self.row(arguments="-w"), pathlib.Path("/b")),
                         ["/b/test_conformance/s/test_s", "-w", "{tests}"])

    def test_names_of_sub_tests_where_the_row_says(self):
        self.assertEqual(run.command_of(self.row(arguments="{tests} -n 1 {build}/x"), pathlib.Path("/b")),
                         ["/b/test_conformance/s/test_s", "{tests}", "-n", "1", "/b/x"])

    def test_a_binary_that_takes_no_names_gets_none(self):
        command = run.command_of(self.row(arguments="-w {all}"), pathlib.Path("/b"))
        self.assertEqual(suites.call_of(command, ["a", "b"]), ["/b/test_conformance/s/test_s", "-w"])

    def test_conversions_are_not_skipped_by_the_name_of_their_sub_test(self):
        table = [row for row in run.rows(CONFIG / "suites.csv") if "conversions" in row["binary"]]
        self.assertEqual(len(table), 2)
        for row in table:
            self.assertNotIn("{tests}", run.command_of(row, pathlib.Path("/b")))

    def test_patterns_of_the_row_and_of_the_command_line(self):
        listed = ["quick_a", "quick_b", "full_a"]
        self.assertEqual(run.chosen_tests(self.row(tests="quick*"), listed, None), ["quick_a", "quick_b"])
        self.assertEqual(run.chosen_tests(self.row(tests="quick*"), listed, ["*_a"]), ["quick_a"])


class Expectations(unittest.TestCase):
    TABLE = [{"suite": "s", "test": "image_*", "outcome": "skip", "reason": "no images"}]

    def differences(self, **outcomes):
        return run.differences(self.TABLE, "s", {k: suites.Result(v) for k, v in outcomes.items()})

    def test_as_expected(self):
        self.assertEqual(self.differences(image_read="skip", other="pass"), [])

    def test_worse(self):
        self.assertEqual(self.differences(other="fail"), ["s other: fail, expected pass"])

    def test_better_is_a_difference_too(self):
        self.assertEqual(self.differences(image_read="pass"),
                         ["s image_read: pass, expected skip (no images)"])

    def test_rows_that_no_sub_test_matched(self):
        left = run.unused(self.TABLE, {"s": {"other": suites.Result("pass")}})
        self.assertEqual(left, ["s image_*: no such sub-test, but a row of expected.csv"])
        self.assertEqual(run.unused(self.TABLE, {"s": {"image_read": suites.Result("skip")}}), [])
        self.assertEqual(run.unused(self.TABLE, {"t": {}}), [], "of a suite that did not run")
        all_skip = {"suite": "s", "test": "*", "outcome": "skip", "reason": ""}
        self.assertEqual(run.unused([all_skip, *self.TABLE], {"s": {"other": suites.Result("skip")}}), [])

    def test_rows_of_expected_csv(self):
        names = {row["suite"] for row in run.rows(CONFIG / "suites.csv")}
        for row in run.rows(CONFIG / "expected.csv"):
            self.assertIn(row["outcome"], suites.OUTCOMES, row)
            self.assertNotEqual(row["outcome"], "pass", row)
            self.assertTrue(row["reason"], row)
            self.assertTrue(row["suite"] in names or "*" in row["suite"], row)


class CommandLine(unittest.TestCase):
    def test_a_run_that_is_killed_leaves_no_binary(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            binary = folder / "test_conformance/events/test_events"
            binary.parent.mkdir(parents=True)
            shutil.copy(FAKE, binary)
            runner = subprocess.Popen([sys.executable, str(CONFIG / "run.py"), str(folder), "events", "--results",
                                       str(folder / "out"), "--tests", "hangs"], stdout=subprocess.DEVNULL)
            self.addCleanup(runner.wait)
            self.addCleanup(runner.kill)

            def runs():
                commands = []
                for file in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
                    with contextlib.suppress(OSError):  # a process that ends meanwhile
                        commands.append(file.read_bytes())
                return any(f"{binary}\0hangs".encode() in command for command in commands)

            self.wait_until(runs)
            runner.kill()
            self.wait_until(lambda: not runs())

    def wait_until(self, condition):
        until = time.monotonic() + 50
        while not condition():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)

    def test_table_results_and_exit_code(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            binary = folder / "test_conformance/events/test_events"
            binary.parent.mkdir(parents=True)
            shutil.copy(FAKE, binary)
            expected = folder / "expected.csv"
            expected.write_text("suite,test,outcome,reason\nevents,fails,fail,known\n")
            call = [sys.executable, str(CONFIG / "run.py"), str(folder), "events", "--expected",
                    str(expected), "--results", str(folder / "out"), "--tests"]
            good = subprocess.run([*call, "passes", "fails"], capture_output=True, text=True)
            self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
            self.assertIn("| events | 1 | 1 | 0 | 0 | 0 | 0 |", good.stdout)
            with open(folder / "out/events/results.csv", newline="") as file:
                self.assertEqual([row["outcome"] for row in csv.DictReader(file)], ["pass", "fail"])
            bad = subprocess.run([*call, "crashes"], capture_output=True, text=True)
            self.assertEqual(bad.returncode, 1)
            self.assertIn("unexpected: events crashes: crash, expected pass: died of SIGSEGV", bad.stdout)


if __name__ == "__main__":
    unittest.main()
