#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts how many lanes kernels have, and why kernels have scalar code, from the notes of builds.

    bench/count_widths.py NAME=FILE[,FILE...] ...

A FILE has the output of `lanewise-cc --explain`, or the standard error of a program with
LANEWISE_EXPLAIN=1 and LANEWISE_LOG=build. Kernels with the same file, source name, kernel name and notes count
once. Kernels that are estimated to be cheaper as scalar code count by the notes behind their width, in
the first row that fits.
"""

import collections
import re
import sys

NOTE = re.compile(r"(?:(?P<source>[^:\s]*):[0-9:]+ )?note: (?P<text>.*), in kernel '(?P<kernel>.*)'$")
WIDTH = re.compile(r"(?:(?P<lanes>\d+) lanes(?: along [yz])?|scalar code): (?P<reason>.*)")
LANES = (1, 2, 4, 8, 16, 32)
ESTIMATE = "the estimate, "
CAUSES = (
    ("one lane after another: an atomic", "with atomic operations"),
    ("one lane after another: a volatile", "with volatile accesses"),
    ("one lane after another", "with calls that have no form for vectors"),
    ("a division of 64-bit", "with divisions of 64-bit integers"),
    ("a gather", "with gathers or scatters"),
    ("a scatter", "with gathers or scatters"),
    ("", "without a note of a place"),
)


def kernels_of(path):
    """{(path, source, kernel, texts of its notes)}; the first text is the width's."""
    kernels, open_kernels = [], {}
    with open(path, errors="replace") as file:
        for line in file:
            if line.startswith("lanewise build:"):
                open_kernels = {}
            note = NOTE.match(line.rstrip())
            if not note:
                continue
            if WIDTH.match(note["text"]):
                open_kernels[note["kernel"]] = (path, note["source"], note["kernel"], [])
                kernels.append(open_kernels[note["kernel"]])
            if note["kernel"] in open_kernels:
                open_kernels[note["kernel"]][3].append(note["text"])
    return {(*names, tuple(texts)) for *names, texts in kernels}


def reason_of(texts):
    """Why a kernel has scalar code."""
    reason = WIDTH.match(texts[0])["reason"]
    if "of the cost of scalar code" not in reason:
        return reason
    return ESTIMATE + next(cause for start, cause in CAUSES
                           if any(text.startswith(start) for text in texts[1:] or [""]))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    reasons, names = {}, []
    print("| kernels of | number | scalar code | " + " | ".join(f"{n} lanes" for n in LANES[1:]) + " |")
    print("|---|" + "--:|" * (len(LANES) + 1))
    for argument in sys.argv[1:]:
        name, paths = argument.split("=", 1)
        names.append(name)
        kernels = set().union(*map(kernels_of, paths.split(",")))
        widths = collections.Counter()
        for *_, texts in kernels:
            lanes = int(WIDTH.match(texts[0])["lanes"] or 1)
            widths[lanes] += 1
            if lanes == 1:
                reasons.setdefault(reason_of(texts), collections.Counter())[name] += 1
        print(f"| {name} | {len(kernels)} | " + " | ".join(str(widths[n]) for n in LANES) + " |")
    print("\n| reason of scalar code | " + " | ".join(names) + " |")
    print("|---|" + "--:|" * len(names))
    for reason, count in sorted(reasons.items(), key=lambda item: -item[1].total()):
        print(f"| {reason} | " + " | ".join(str(count[name]) for name in names) + " |")


if __name__ == "__main__":
    main()
