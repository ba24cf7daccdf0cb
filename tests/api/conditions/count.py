#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the error conditions of the specification that the API tests have seen.

    tests/api/conditions/count.py SEEN [--missing] [--reasons]

SEEN is the file in which the tests note what they saw (conditions-seen.txt in the build folder).
Not counted are conditions of commands that are not built (icd/api.def), of extensions that are not
offered (interface/extensions.def), and what untestable.csv says cannot come about here, with the
reason. Fails if a test names a condition that is not in error_conditions.csv, or if one is both
tested and said to be untestable, or if a row of untestable.csv speaks of nothing.
"""

import argparse
import collections
import csv
import fnmatch
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def rows(name):
    with open(HERE / name) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def built_commands():
    return set(re.findall(r"^API\w*\((cl\w+), [\w.]+, [\w/]+, Implemented\)",
                          (ROOT / "icd/api.def").read_text(), re.M))


def offered_extensions():
    return set(re.findall(r"^(?:PLATFORM_)?EXTENSION\((\w+),",
                          (ROOT / "interface/extensions.def").read_text(), re.M))


def holds(needs, offered):
    """`a&b`, `a|b`, `!a`: true if a condition is stated for these extensions."""
    return all(any((name[1:] not in offered) if name.startswith("!") else (name in offered)
                   for name in choice.split("|"))
               for choice in needs.split("&") if choice)


class Conditions:
    def __init__(self):
        built, offered = built_commands(), offered_extensions()
        self.known, self.counted, self.excluded = set(), set(), collections.Counter()
        self.untestable, self.problems = {}, []
        for row in rows("error_conditions.csv"):
            name = "/".join((row["command"], row["code"], row["key"]))
            self.known.add(name)
            if row["command"] not in built:
                self.excluded["of commands that are not built"] += 1
            elif not holds(row["needs"], offered):
                self.excluded["of extensions that are not offered"] += 1
            else:
                self.counted.add(name)
        for row in rows("untestable.csv"):
            matching = set(fnmatch.filter(self.known, row["pattern"]))
            if not matching:
                self.problems.append(f"untestable.csv: nothing matches {row['pattern']}")
            for name in matching & self.counted:
                self.untestable.setdefault(name, row["reason"])

    def judge(self, seen):
        self.problems += [f"{name} is no row of error_conditions.csv" for name in sorted(seen - self.known)]
        self.problems += [f"{name} is tested, and untestable.csv says that it cannot be"
                          for name in sorted(seen & set(self.untestable))]
        self.counted -= set(self.untestable)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("seen", type=pathlib.Path)
    parser.add_argument("--missing", action="store_true", help="list what no test has seen")
    parser.add_argument("--reasons", action="store_true", help="why conditions are not counted")
    arguments = parser.parse_args()
    conditions = Conditions()
    seen = set(arguments.seen.read_text().split()) if arguments.seen.exists() else set()
    conditions.judge(seen)
    if arguments.missing:
        print(*sorted(conditions.counted - seen), sep="\n")
    excluded = conditions.excluded + collections.Counter(
        {"impossible here": len(conditions.untestable)})
    if arguments.reasons:
        for reason, count in collections.Counter(conditions.untestable.values()).most_common():
            print(f"{count:5} {reason}")
    tested = conditions.counted & seen
    print(f"error conditions tested: {len(tested)} of {len(conditions.counted)}, "
          f"{len(conditions.counted - tested)} not tested; "
          f"not counted of the specification's {len(conditions.known)}: "
          + ", ".join(f"{count} {what}" for what, count in excluded.items()))
    for problem in conditions.problems:
        print("error:", problem)
    return 1 if conditions.problems else 0


if __name__ == "__main__":
    sys.exit(main())
