#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the code blocks of docs/guide/a-kernel-through-the-compiler.md, which lanewise-cc makes of the kernel in the page.

    tests/tables/guide_page.py [--write] <lanewise-cc> [<spirv-dis>]

A block that a program makes has a comment in front of it: `<!-- lanewise-cc OPTIONS: FILTER -->`. FILTER names the part of
the output that the block shows:

    module    SPIR-V, the first function
    function  IR, the function of the kernel without names of metadata and attributes
    loops     IR, the same without what stands in front of the first loop, and without the loop of vectors with masks
    loop      assembly, the innermost loop of full vectors
    text      messages, all of them

Without --write the program compares, and prints what differs.
"""

import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/guide/a-kernel-through-the-compiler.md"
BLOCK = re.compile(r"<!-- lanewise-cc (?P<options>[^:]*): (?P<filter>\w+) -->\n\n```(?P<kind>\w*)\n(?P<text>.*?)```\n", re.S)
SOURCE = re.compile(r"```c\n(.*?)```\n", re.S)


def kernel_source(page):
    return SOURCE.search(page)[1]


def module(text):
    """The first function of a module, which the entry point calls."""
    lines = [line.strip() for line in text.splitlines()]
    begin = next(i for i, line in enumerate(lines) if " = OpFunction " in line)
    return "\n".join(lines[begin:lines.index("OpFunctionEnd") + 1])


def function(text):
    """The last definition of a module: declarations, attributes and metadata are left out."""
    body = re.findall(r"^define .*?^}$", text, re.M | re.S)[-1]
    body = re.sub(r",? ![\w.]+(?: !\d+)", "", body)  # , !noalias !6
    body = re.sub(r" #\d+", "", body)
    body = re.sub(r" +; preds = .*", "", body)
    # Attributes of parameters are facts for LLVM's optimizer.
    return re.sub(r"\b(noalias|noundef|nonnull|readonly|align \d+|dereferenceable\(\d+\)) (?=(?:\w+ |\w+\(\d+\) )*%\d+[,)])", "", body)


def blocks(text):
    """The basic blocks of a function, with the line that defines it in front."""
    return re.split(r"\n\n", text)


def loops(text):
    shown = blocks(function(text))
    first = next(i for i, block in enumerate(shown) if " = phi " in block)
    last = next(i for i, block in enumerate(shown) if i > first and "<4 x i32> %" in block)
    outer = max(i for i, block in enumerate(shown) if "  br i1 " in block)  # the end of the loop over rows
    left_out = sum(block.count("\n") for block in shown[:first])
    define = shown[0].splitlines()[0]
    masked = sum(block.count("\n") for block in shown[last:outer])
    return "\n\n".join([f"{define}\n  ; {left_out} lines: ids, sizes, arguments, the number of vectors"] + shown[first:last] +
                       [f"  ; {masked} lines: the loop of vectors with masks"] + shown[outer:])


def loop(text):
    """From the label of the innermost loop that divides, the first of two, to its jump back."""
    lines = text.splitlines()
    division = next(i for i, line in enumerate(lines) if "vdivps" in line)
    back = [i for i in range(division) if re.match(r"\.LBB\d+_\d+:", lines[i])]
    begin = back[-1]
    end = next(i for i in range(division, len(lines)) if "jmp" in lines[i])
    return "\n".join(line.expandtabs(8) for line in lines[begin:end + 1])


def plain(text):
    return re.sub(r"\S*shrink\.cl", "shrink.cl", text).rstrip()


FILTERS = {"module": module, "function": function, "loops": loops, "loop": loop, "text": plain}


def output(programs, options, source):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "shrink.cl"
        path.write_text(source, encoding="utf-8")
        result = pathlib.Path(folder) / "result"
        written = [] if "--explain" in options or "--print=" in options else ["-o", str(result)]
        done = subprocess.run([programs[0], *options.split(), *written, str(path)], capture_output=True, text=True, check=True)
        if not written:
            return done.stdout + done.stderr
        if "--to=admit" in options:
            return subprocess.run([programs[1], "--no-header", str(result)], capture_output=True, text=True, check=True).stdout
        return result.read_text(encoding="utf-8")


def page(programs, text):
    """`text` with each block as the programs make it."""
    source = kernel_source(text)

    def made(match):
        shown = FILTERS[match["filter"]](output(programs, match["options"], source))
        return f"<!-- lanewise-cc {match['options']}: {match['filter']} -->\n\n```{match['kind']}\n{shown}\n```\n"

    return BLOCK.sub(made, text)


def main(arguments):
    write = arguments[:1] == ["--write"]
    programs = arguments[write:]
    before = PAGE.read_text(encoding="utf-8")
    after = page([programs[0], programs[1] if len(programs) > 1 else "spirv-dis"], before)
    if write:
        PAGE.write_text(after, encoding="utf-8")
        return 0
    difference = list(difflib.unified_diff(before.splitlines(), after.splitlines(), "the page", "what the compiler makes", lineterm=""))
    if len(BLOCK.findall(before)) < 7:
        difference.append("the page has fewer than seven blocks that the compiler makes")
    if difference:
        print("\n".join(difference))
        print("\nThe page is not of these programs. To write it: tests/tables/guide_page.py --write " + " ".join(programs))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
