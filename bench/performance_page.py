#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tables of docs/performance.md from the recorded results in bench/results/.

    bench/performance_page.py [--check]

A table stands behind a comment that names its kind and its files:

    <!-- speeds GROUP FILE [FILE with kernels from source] -->  time of the limit, speeds relative to it, their geometric means
    <!-- times GROUP FILE [FILE with kernels from source] -->   CPU times
    <!-- means FILE [FILE with kernels from source] -->         geometric means of the speeds by group
    <!-- rows FILE [COLUMN=VALUE] -->                           the rows of the file as they are
    <!-- math TITLE=FILE ... -->                                functions by type: Lanewise's ns per element in each file, and Intel's time relative to it
    <!-- estimates FILE -->                                     what the choices of numbers of lanes cost

`bench/run.py --csv` writes files for the first three kinds and for `math`, `bench/estimates.py --csv` for the last one. The comment lines of a file give machine, date and conditions,
which stand below its table. With --check the program compares only (tests/tables/performance_test.py).
"""

import csv
import pathlib
import re
import sys
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import estimates  # noqa: E402
from compare import geometric_mean, shown  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench/results"
PAGE = ROOT / "docs/performance.md"
# A comment and the lines of its table and of the notes on it.
BLOCK = re.compile(r"<!-- (?P<kind>speeds|times|means|rows|math|estimates) (?P<words>[^>]*) -->\n\n(?:(?:\|.*\n)+\n(?:<small>[^<]*</small>\n\n)?)?")
MATH_ELEMENTS = 1 << 20  # of math_functions.cpp
PLATFORMS = {"limit": "limit", "lanewise": "Lanewise", "intel": "Intel", "pocl": "PoCL"}


def lines(name):
    return (RESULTS / name).read_text(encoding="utf-8").splitlines()


def notes(name):
    """The comment lines of a file behind its licence, as sentences."""
    found = [line[2:].rstrip(".") for line in lines(name) if line.startswith("# ") and "SPDX" not in line]
    return f"`bench/results/{name}`. {'. '.join(note[:1].upper() + note[1:] for note in found)}."


def below(files, named):
    """The notes of the files of a table, in full where a file is named for the first time."""
    found = " ".join(f"`bench/results/{name}`, as above." if name in named else notes(name) for name in files)
    named.update(files)
    return "\n".join(textwrap.wrap(f"<small>{found}</small>", 120, break_long_words=False, break_on_hyphens=False))


def records(name):
    return list(csv.reader(line for line in lines(name) if not line.startswith("#")))


def cpu_times(name):
    """{case: {platform: nanoseconds}}"""
    found = {}
    for case, platform, _, cpu in records(name)[1:]:
        found.setdefault(case, {})[platform] = float(cpu)
    return found


def table(header, rows):
    """Markdown; columns behind the first one are aligned to the right if all of their cells are short."""
    short = [all(len(row[i]) < 30 for row in rows) for i in range(len(header))]
    line = "|---|" + "".join("--:|" if right else "---|" for right in short[1:])
    return "\n".join(["| " + " | ".join(header) + " |", line] + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def digits(speed):
    """Two digits, and two behind the point from 0.1 on."""
    return f"{speed:.2f}" if speed >= 0.1 else f"{speed:.2g}"


def columns(files):
    """[(title, platform, {case: {platform: time}})] of all files, without the limits."""
    found = []
    for number, name in enumerate(files):
        times = cpu_times(name)
        found += [(title + (", source" if number else ""), platform, times) for platform, title in PLATFORMS.items()
                  if platform != "limit" and any(platform in row for row in times.values())]
    return found


def speed(times, case, platform):
    row = times.get(case, {})
    return row["limit"] / row[platform] if platform in row and "limit" in row else None


def of_group(group, times):
    return [case for case in times if case.split("/")[0] == group]


def speeds(group, *files):
    shown_columns = columns(files)
    first = cpu_times(files[0])
    limited = [case for case in of_group(group, first) if "limit" in first[case]]
    rows = []
    for case in limited:
        values = [speed(times, case, platform) for _, platform, times in shown_columns]
        rows.append([case.split("/", 1)[1], shown(first[case]["limit"]), *(digits(v) if v else "-" for v in values)])
    if len(limited) > 1:
        rows.append(["geometric mean", ""] + [mean(times, limited, platform) for _, platform, times in shown_columns])
    return table(["case", "limit", *(title for title, _, _ in shown_columns)], rows)


def mean(times, cases, platform):
    values = [v for case in cases if (v := speed(times, case, platform))]
    return digits(geometric_mean(values)) if len(values) == len(cases) else "-"


def times(group, *files):
    shown_columns = columns(files)
    first = cpu_times(files[0])
    rows = [[case.split("/", 1)[1], *(shown(t[case][platform]) if platform in t.get(case, {}) else "-"
                                      for _, platform, t in shown_columns)]
            for case in of_group(group, first) if "limit" not in first[case]]
    return table(["case", *(title for title, _, _ in shown_columns)], rows)


def means(*files):
    shown_columns = columns(files)
    first = cpu_times(files[0])
    groups = {case.split("/")[0]: None for case in first}
    rows = [[group, *(mean(t, of_group(group, first), platform) for _, platform, t in shown_columns)] for group in groups]
    return table(["group", *(title for title, _, _ in shown_columns)], rows)


def rows(name, *conditions):
    header, *found = records(name)
    for condition in conditions:
        column, value = condition.split("=", 1)
        found = [row for row in found if row[header.index(column)] == value]
    return table(header, found)


def math(*words):
    """A row for each function and type, and geometric means by type."""
    levels = [(title, cpu_times(name)) for title, name in (word.split("=", 1) for word in words)]
    found, by_type = [], {}
    for case in levels[0][1]:
        _, function, kind = case.split("/")
        row = [function, kind]
        for title, times in levels:
            ours, peer = (times.get(case, {}).get(platform) for platform in ("lanewise", "intel"))
            row += [f"{ours / MATH_ELEMENTS:.2f}" if ours else "-", f"{peer / ours:.2f}" if ours and peer else "-"]
            if ours and peer:
                by_type.setdefault(kind, {}).setdefault(title, []).append(peer / ours)
        found.append(row)
    found += [["geometric mean", kind] + [cell for title, _ in levels
                                          for cell in ("", f"{geometric_mean(ratios[title]):.2f}" if title in ratios else "-")]
              for kind, ratios in by_type.items()]
    return table(["function", "type"] + [cell for title, _ in levels for cell in (title, f"Intel / {title}")], found)


def estimate_rows(name):
    found = [[title, str(count), f"{cost:.2f}", f"{most:.2f}", worst, str(above), f"{corrected:.2f}",
              f"{corrected_most:.2f}", f"{error:.2f}", f"{deviation:.2f}"]
             for title, count, cost, most, worst, above, corrected, corrected_most, error, deviation
             in estimates.summary(list(estimates.read(RESULTS / name).values()))]
    return table(["kernels", "number", "the choice costs", "at most", "of", "above 1.5", "corrected by launches", "at most",
                  "estimate / time", "standard deviation, a factor of"], found)


def page(text):
    named = set()

    def made(match):
        words = match["words"].split()
        content = {"speeds": speeds, "times": times, "means": means, "rows": rows, "math": math,
                   "estimates": estimate_rows}[match["kind"]](*words)
        files = [word.split("=")[-1] for word in words if word.endswith(".csv")]
        return f"<!-- {match['kind']} {match['words']} -->\n\n{content}\n{below(files, named)}\n\n"

    return BLOCK.sub(made, text)


if __name__ == "__main__":
    before = PAGE.read_text(encoding="utf-8")
    if "--check" in sys.argv:
        sys.exit(before != page(before) and "docs/performance.md is not what bench/performance_page.py writes")
    PAGE.write_text(page(before), encoding="utf-8")
