#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The chart of the README is what bench/chart.py draws from the recorded results."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import chart  # noqa: E402

RESULTS = ROOT / "docs/platform-speed.csv"


class Chart(unittest.TestCase):
    def test_file_is_drawn_from_the_results(self):
        self.assertEqual((ROOT / "docs/platform-speed.svg").read_text(encoding="utf-8"), chart.chart(RESULTS),
                         "draw it again: bench/chart.py docs/platform-speed.csv docs/platform-speed.svg")

    def test_every_row_of_the_chart_has_results(self):
        times = chart.read(RESULTS)
        self.assertEqual(set(chart.speeds(times)), set(chart.GROUPS))
        self.assertEqual([name for name in chart.TIMES if name not in times], [])


if __name__ == "__main__":
    unittest.main()
