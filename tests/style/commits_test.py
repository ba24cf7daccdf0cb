#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commit subjects are short. Skipped where there is no git history, as in a source archive."""

import subprocess
import unittest

from sources import ROOT

# Older commits do not follow the rule.
SINCE = "d6227b592814"
LONGEST = 72


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


class Commits(unittest.TestCase):
    def setUp(self):
        if git("merge-base", "--is-ancestor", SINCE, "HEAD").returncode != 0:
            self.skipTest(f"no git history back to {SINCE}")

    def test_subjects_have_at_most_72_characters(self):
        subjects = git("log", "--format=%s", f"{SINCE}..HEAD").stdout.splitlines()
        found = [subject for subject in subjects if len(subject) > LONGEST]
        self.assertFalse(found, f"longer than {LONGEST} characters:\n  " + "\n  ".join(found))

    def test_subjects_have_no_full_stop(self):
        subjects = git("log", "--format=%s", f"{SINCE}..HEAD").stdout.splitlines()
        self.assertFalse([subject for subject in subjects if subject.endswith(".")])


if __name__ == "__main__":
    unittest.main()
