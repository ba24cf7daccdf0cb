#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparisons and roundings of vectors of half become those of float.

    builtins/widen_half.py IN.ll OUT.ll

Where the processor does not compute half, LLVM 19 takes such a comparison apart, lane by lane, and its
instruction combiner makes one of any comparison in float of what was half. Float has every half, so
the results are the same. What follows may not combine instructions again.
"""

import re
import sys

OPERAND = r"%[\w.]+|zeroinitializer|poison|undef|splat \([^)]*\)|<[^>]*>"
COMPARISON = re.compile(
    rf"^( +%[\w.]+ = fcmp [\w ]+?) <(\d+) x half> ({OPERAND}), ({OPERAND})(.*)$", re.M)
ROUNDING = re.compile(
    rf"^( +)(%[\w.]+) = (?:tail )?call <(\d+) x half> @llvm\.(floor|ceil|trunc|rint|roundeven)"
    rf"\.v\d+f16\(<\d+ x half> ({OPERAND})\).*$", re.M)


def main():
    source, target = sys.argv[1:]
    with open(source) as file:
        text = file.read()
    number = 0
    declarations = set()

    def compare(match):
        nonlocal number
        number += 1
        head, lanes, first, second, rest = match.groups()
        return "\n".join([
            f"  %half{number}.a = fpext <{lanes} x half> {first} to <{lanes} x float>",
            f"  %half{number}.b = fpext <{lanes} x half> {second} to <{lanes} x float>",
            f"{head} <{lanes} x float> %half{number}.a, %half{number}.b{rest}"])

    def rounded(match):
        nonlocal number
        number += 1
        indent, name, lanes, rounding, value = match.groups()
        vector, function = f"<{lanes} x float>", f"@llvm.{rounding}.v{lanes}f32"
        declarations.add(f"declare {vector} {function}({vector})")
        return "\n".join([
            f"{indent}%half{number}.x = fpext <{lanes} x half> {value} to {vector}",
            f"{indent}%half{number}.y = call {vector} {function}({vector} %half{number}.x)",
            f"{indent}{name} = fptrunc {vector} %half{number}.y to <{lanes} x half>"])

    text = ROUNDING.sub(rounded, COMPARISON.sub(compare, text))
    left = re.search(r"^.*(?:fcmp [\w ]+ <\d+ x half>"
                     r"|call .*<\d+ x half> @llvm\.(?:floor|ceil|trunc|rint|roundeven)\.).*$", text, re.M)
    if left:
        sys.exit(f"widen_half.py: not understood: {left[0]}")
    known = set(re.findall(r"^declare .*(@llvm[\w.]+)\(", text, re.M))
    with open(target, "w") as file:
        file.write(text)
        for line in sorted(declarations):
            if re.search(r"@[\w.]+", line)[0] not in known:
                file.write(line + "\n")


if __name__ == "__main__":
    main()
