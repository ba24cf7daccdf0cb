#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Documents, comments and messages use the terms of the field: a list of phrases that are not used.

A phrase is also found where a line break and the comment's mark stand between its words.
"""

import re
import unittest

from sources import files, text

# (regular expression, what to write instead). A blank matches a line break in a comment, too.
PHRASES = (
    # Sentences without the one who acts.
    (r"(is|are|was|were) told", "name who reports what to whom"),
    (r"tells? (which|what|whether|how)", "reports, returns, states"),
    (r"(no|without a) words? (for|of)", "has no equivalent"),
    (r"without a word", "no diagnostic output"),
    (r"(is|are) of (another|a|the) (context|device|queue|program|kernel|kind|version|process)",
     "belongs to, has"),
    (r"says? nothing (of|about)", "does not apply to"),
    (r"(host )?memory is out", "out of memory"),
    (r"what is left of", "the rest of"),
    (r"(lets|letting|let) go of", "releases"),
    (r"(is|are) of today('s)?", "is up to date"),
    (r"cannot be understood", "malformed"),
    (r"of what \w+ ever", "independent of"),
    (r"is dear", "is expensive"),
    # Words of our own for things that have a term.
    (r"wide forms?", "vector variant"),
    (r"support archives?", "runtime library"),
    (r"kernel facts", "kernel metadata"),
    (r"crossing values?", "value live across a barrier"),
    (r"continuation points?", "re-entry point"),
    (r"keepsakes?", "cache entry"),
    (r"drainers?|(the|a) crew", "worker, executor"),
    (r"last words", "captured stderr"),
    (r"(a|the|its|this|each) flights?", "in-flight build"),
    (r"(at|of|with) one lane", "scalar"),
    (r"refusals?", "diagnostic"),
    (r"rooms?", "component, memory, space"),
    (r"what (there )?is not( yet)? there", "missing"),
)
# {beginning of a path: reason}: not checked.
EXCEPTIONS = {
    "tests/style/words_test.py": "contains the list",
}
BREAK = r"(?:[ \t]+|[ \t]*\n[ \t]*(?://[/!]?|#|;|\*|\"|--)*[ \t]*)"


def pattern(phrase):
    return re.compile(r"(?<![\w-])(?:" + phrase.replace(" ", BREAK) + r")(?![\w-])", re.I)


class Words(unittest.TestCase):
    def test_phrases_are_not_used(self):
        patterns = [(pattern(phrase), instead) for phrase, instead in PHRASES]
        found = []
        for path in files():
            if str(path).startswith(tuple(EXCEPTIONS)):
                continue
            for expression, instead in patterns:
                for match in expression.finditer(text(path)):
                    line = text(path).count("\n", 0, match.start()) + 1
                    words = " ".join(match.group().split())
                    found.append(f"{path}:{line}: '{words}' (write: {instead})")
        self.assertFalse(found, "plain technical English:\n  " + "\n  ".join(found))

    def test_a_phrase_is_found_across_a_line_break_of_a_comment(self):
        self.assertTrue(pattern("wide forms?").search("/// the wide\n  /// forms of sin"))
        self.assertFalse(pattern("wide forms?").search("the wide, forms"))


if __name__ == "__main__":
    unittest.main()
