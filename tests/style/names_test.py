#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names and places of a release are those of packaging/names.env, in every file that repeats them."""

import re
import shlex
import unittest

from sources import ROOT, files, text

NAMES = "packaging/names.env"
# What follows an address in a file name of a release, or nothing.
PLACE = re.compile(r"(?:https?://[\w.-]*|[\w.+-]+@[\w.-]*)\.invalid(?:/[\w./-]*\w)?")


def names():
    """{name: value}"""
    words = [word for line in text(ROOT / NAMES).splitlines() for word in shlex.split(line, comments=True)]
    return dict(word.split("=", 1) for word in words)


class Names(unittest.TestCase):
    def test_places_are_those_of_the_file(self):
        known = set(names().values())
        found = [f"{path}: {place}" for path in files() if str(path) != NAMES and path.parts[0] != "tests"
                 for place in PLACE.findall(text(path))
                 if not any(place == value or place.startswith((value + "/", value + ".git")) or f"<{place}>" in value for value in known)]
        self.assertEqual(found, [], f"not in {NAMES}")

    def test_security_page_has_the_address(self):
        self.assertIn(names()["SECURITY_CONTACT"], text(ROOT / "SECURITY.md"))


if __name__ == "__main__":
    unittest.main()
