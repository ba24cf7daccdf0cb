#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of docs/performance.md are what bench/performance_page.py writes of bench/results/."""

import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import compare  # noqa: E402
import performance_page  # noqa: E402

TEXT = performance_page.PAGE.read_text(encoding="utf-8")


class Performance(unittest.TestCase):
    def test_page_has_the_recorded_results(self):
        self.assertEqual(performance_page.page(TEXT), TEXT, "write it again: bench/performance_page.py")

    def test_a_changed_figure_is_found(self):
        figure = re.search(r"(?<=\| gemm \| 1\.145 ms \| )[\d.]+", TEXT)
        changed = TEXT[:figure.start()] + "9.99" + TEXT[figure.end():]
        self.assertNotEqual(performance_page.page(changed), changed)
        self.assertEqual(performance_page.page(changed), TEXT)

    def test_results_of_a_run_become_a_table(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(performance_page, "RESULTS", pathlib.Path(folder)):
            compare.write_csv(f"{folder}/run.csv", {"lanewise": {"Compute/a": (1, 2e6)}, "limit": {"Compute/a": (1, 1e6)}},
                              ["machine: m", "conditions: c"])
            self.assertIn("| a | 1 ms | 0.50 |\n", performance_page.speeds("Compute", "run.csv"))
            self.assertEqual(performance_page.notes("run.csv"), "`bench/results/run.csv`. Machine: m. Conditions: c.")

    def test_every_file_of_results_is_named(self):
        unnamed = [path.name for path in performance_page.RESULTS.glob("*.csv") if path.name not in TEXT]
        self.assertEqual(unnamed, [])

    def test_every_file_of_results_has_its_conditions(self):
        for path in performance_page.RESULTS.glob("*.csv"):
            with self.subTest(file=path.name):
                self.assertIn("Conditions: ", performance_page.notes(path.name))


if __name__ == "__main__":
    unittest.main()
