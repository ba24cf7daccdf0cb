#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every shell block of the pages with recipes is run by tests/packages/recipes_test.py, or says why not."""

import sys
import unittest

from sources import ROOT, text

sys.path.insert(0, str(ROOT / "tests/packages"))
from recipes import Malformed, missing_lines, recipes  # noqa: E402

PAGES = ("docs/ci.md", "docs/clients.md")


class Recipes(unittest.TestCase):
    def test_blocks_say_what_they_are(self):
        for page in PAGES:
            with self.subTest(page=page):
                self.assertTrue(recipes(text(page)))

    def test_recipes_print_something(self):
        # A recipe that prints nothing would pass if the program did not use OpenCL.
        found = [f"{page}: {recipe.name}" for page in PAGES for recipe in recipes(text(page))
                 if not recipe.steps[-1].printed]
        self.assertEqual(found, [], "recipes without the lines that they print")

    def test_a_block_without_comment_is_found(self):
        with self.assertRaises(Malformed):
            recipes("## a\n\n```sh\ntrue\n```\n")

    def test_missing_lines(self):
        self.assertEqual(missing_lines(["a ... c", "d"], "x\na b c\nd\n"), [])
        self.assertEqual(missing_lines(["d", "a ... c"], "a b c\nd\n"), ["a ... c"])


if __name__ == "__main__":
    unittest.main()
