#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commit subjects are short, and new commits give their reason. Skipped where there is no git history, as in a source archive."""

import re
import subprocess
import unittest

from sources import ROOT

# Older commits do not follow the rule.
SINCE = "d6227b592814"
LONGEST = 72


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)


def has_reason(message):
    """Whether a commit message has a body besides trailers such as Signed-off-by."""
    _, _, body = message.strip().partition("\n")
    return any(line.strip() and not re.match(r"[A-Za-z]+(-[A-Za-z]+)*: ", line) for line in body.splitlines())


def new_commits():
    """Commits of this branch that are not on the main one: {hash: message}. None without a main branch."""
    bases = [git("merge-base", branch, "HEAD").stdout.strip() for branch in ("main", "origin/main")]
    ranges = [git("log", "--no-merges", "--format=%h%x1f%B%x1e", f"{base}..HEAD").stdout for base in bases if base]
    if not ranges:
        return None
    return dict(commit.strip().split("\x1f") for commit in min(ranges, key=len).split("\x1e") if commit.strip())


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

    def test_new_commits_have_a_body_with_the_reason(self):
        commits = new_commits()
        if commits is None:
            self.skipTest("no branch main")
        found = [f"{name} {message.splitlines()[0]}" for name, message in commits.items() if not has_reason(message)]
        self.assertFalse(found, "the body gives the reason:\n  " + "\n  ".join(found))

    def test_a_message_without_a_reason_is_found(self):
        self.assertFalse(has_reason("Keep stores\n"))
        self.assertFalse(has_reason("Keep stores\n\nSigned-off-by: A Name <a@example.org>\n"))
        self.assertTrue(has_reason("Keep stores\n\nA fault lost them.\n"))


if __name__ == "__main__":
    unittest.main()
