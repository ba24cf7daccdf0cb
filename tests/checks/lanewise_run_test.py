#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lanewise-run makes a status of what the kernels of an application reported.

    lanewise_run_test.py <checks-corpus>
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAM = ROOT / "runtime/checks/lanewise-run"
CORPUS = os.path.abspath(sys.argv.pop(1))


class LanewiseRun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "reports"
        self.folder.mkdir()
        self.faulty, self.correct = self.program("memory/misaligned_int4"), self.program("correct/packed_and_vload")

    def program(self, name):
        """The folder of one program of the corpus."""
        folder = self.folder.parent / name
        folder.mkdir(parents=True)
        shutil.copy(HERE / f"corpus/{name}.cl", folder)
        return folder

    def run_with(self, *words, expect):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True,
                              env={**os.environ, "LANEWISE_CACHE": "off"})
        self.assertEqual(done.returncode, expect, done)
        return done.stdout + done.stderr

    def results(self, name):
        return json.loads((self.folder / name).read_text())["runs"][0]["results"]

    def test_a_defect_is_status_1(self):
        out = self.run_with("--mode=report", CORPUS, "--run", self.faulty, expect=1)
        self.assertIn("misaligned write of 16 bytes (alignment 16) of argument 0", out)
        self.run_with("--mode=report", "--check=arithmetic", CORPUS, "--run", self.faulty, expect=0)
        self.run_with("--mode=report", "--suppress=memory:misaligned_int4", CORPUS, "--run", self.faulty, expect=0)

    def test_a_run_without_reports_replaces_those_of_another(self):
        file = f"--report={self.folder}/a.sarif"
        self.run_with("--mode=report", file, CORPUS, "--run", self.faulty, expect=1)
        self.assertEqual([result["ruleId"] for result in self.results("a.sarif")], ["memory"])
        self.run_with("--check=all", file, CORPUS, "--run", self.correct, expect=0)
        self.assertEqual(self.results("a.sarif"), [])

    def test_each_process_has_its_file(self):
        both = f"'{CORPUS}' --run '{self.faulty}'; '{CORPUS}' --run '{self.correct}'"
        self.run_with("--mode=report", f"--report={self.folder}/%p.sarif", "sh", "-c", both, expect=1)
        counts = sorted(len(self.results(file.name)) for file in self.folder.iterdir())
        self.assertEqual(counts, [0, 1])

    def test_the_status_of_the_application_comes_first(self):
        self.run_with("--mode=report", "sh", "-c", f"'{CORPUS}' --run '{self.faulty}'; exit 7", expect=7)

    def test_an_application_without_kernels_is_not_checked(self):
        self.assertIn("built no OpenCL program with checks", self.run_with("true", expect=2))

    def test_a_file_is_named_from_the_folder_of_the_call(self):
        done = subprocess.run([PROGRAM, "--mode=report", "--report=a.sarif", "sh", "-c",
                               f"cd / && '{CORPUS}' --run '{self.faulty}'"], cwd=self.folder, capture_output=True,
                              env={**os.environ, "LANEWISE_CACHE": "off"})
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(len(self.results("a.sarif")), 1)

    def test_names_of_functions_of_the_script_are_applications(self):
        self.run_with("usage", expect=127)

    def test_a_signal_ends_the_application(self):
        running = subprocess.Popen([PROGRAM, "sh", "-c", "echo started; exec sleep 100"], stdout=subprocess.PIPE)
        self.assertEqual(running.stdout.readline(), b"started\n")
        running.terminate()
        self.assertEqual(running.wait(20), 143)
        running.stdout.close()

    def test_the_application_reads_the_input(self):
        done = subprocess.run([PROGRAM, "grep", "word"], input=b"a word\n", capture_output=True)
        self.assertEqual((done.returncode, done.stdout), (2, b"a word\n"), done)

    def test_wrong_words_are_named(self):
        for words in (["--chek=all", "true"], ["--mode=stop", "true"], ["--check=", "true"]):
            self.assertIn(words[0], self.run_with(*words, expect=125))
        self.assertIn("no application", self.run_with(expect=125))
        self.assertIn("unknown: memry", self.run_with("--check=races,memry", "true", expect=125))
        self.assertIn("needs a value: --check=VALUE", self.run_with("--check", "races", "true", expect=125))

    def test_all_checks_are_known(self):
        names = re.findall(r'(?m)^CHECK\("(\w+)"', (ROOT / "interface/checks.def").read_text())
        self.run_with("--check=" + ",".join(names), CORPUS, "--run", self.correct, expect=0)

    def test_a_file_that_several_processes_wrote_is_named(self):
        both = f"'{CORPUS}' --run '{self.faulty}'; '{CORPUS}' --run '{self.correct}'"
        out = self.run_with("--mode=report", f"--report={self.folder}/a.sarif", "sh", "-c", both, expect=1)
        self.assertIn("2 processes wrote", out)

    def test_a_file_that_cannot_be_written_is_an_error(self):
        report = f"--report={self.folder}/none/a.sarif"
        self.run_with(report, CORPUS, "--run", self.correct, expect=125)
        self.run_with(report, "sh", "-c", f"'{CORPUS}' --run '{self.correct}'; exit 7", expect=7)

    def test_the_manual_page_has_all_options(self):
        option = re.compile(r"--[a-z]+")
        page = (ROOT / "docs/lanewise-run.1").read_text().replace("\\-", "-")
        self.assertEqual(set(option.findall(page)), set(option.findall(self.run_with("--help", expect=0))))


if __name__ == "__main__":
    unittest.main()
