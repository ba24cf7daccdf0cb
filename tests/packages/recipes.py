# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recipes of a document: shell blocks, and what they print. Used by recipes_test.py and tests/style/recipes_test.py.

A comment before a block says what it is: `<!-- run as root -->`, `<!-- run as user -->`, `<!-- prints -->`
(lines that the block before it prints, in this order; `...` stands for any text) or
`<!-- not run: REASON -->`. The blocks of a section (`##`) are one recipe, in order.
"""

import dataclasses
import re

BLOCK = re.compile(r"(?:<!-- (?P<kind>[^>]*?) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.S | re.M)
KINDS = ("run as root", "run as user", "prints")


class Malformed(Exception):
    """A block that no test would run, or whose comment is wrong."""


@dataclasses.dataclass
class Step:
    user: bool
    text: str
    printed: list


@dataclasses.dataclass
class Recipe:
    name: str
    steps: list


def recipes(page):
    """The recipes of a page, in order."""
    found = []
    for section in re.split(r"^## ", page, flags=re.M):
        recipe = Recipe(section.partition("\n")[0].strip(), [])
        for block in BLOCK.finditer(section):
            kind, language, text = block["kind"] or "", block["language"], block["text"]
            if kind.startswith("not run: "):
                continue
            if kind not in KINDS:
                if language not in ("sh", "text"):
                    continue
                raise Malformed(f"'{recipe.name}': a {language} block without a comment that says what it is")
            if kind == "prints":
                if not recipe.steps or recipe.steps[-1].printed:
                    raise Malformed(f"'{recipe.name}': printed lines without a block that prints them")
                recipe.steps[-1].printed = text.splitlines()
            else:
                recipe.steps.append(Step(kind == "run as user", text, []))
        if recipe.steps:
            found.append(recipe)
    return found


def missing_lines(printed, output):
    """Those of `printed` that `output` does not have, in this order."""
    lines = iter(output.splitlines())
    missing = []
    for line in printed:
        pattern = re.compile(".*".join(map(re.escape, line.split("..."))))
        if not any(pattern.fullmatch(candidate.strip()) for candidate in lines):
            missing.append(line)
    return missing
