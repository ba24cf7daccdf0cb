#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the file of `kernels-soak --csv` as an SVG, and prints a table of its parts.

    tests/kernels/soak/plot.py FILE.csv docs/soak.svg

Each point is the largest value of a part of the run.
"""

import csv
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 90, 60, 24, 34
POINTS, ROWS = 160, 10
# Title, column, divisor.
CHARTS = [("resident, MiB", "resident_kib", 1024), ("kept, MiB", "kept_kib", 1024),
          ("descriptors", "descriptors", 1), ("threads", "threads", 1)]


def parts(rows, count):
    count = min(count, len(rows))
    return [rows[len(rows) * n // count:len(rows) * (n + 1) // count] for n in range(count)]


def largest(part, column, divisor):
    return max(int(row[column]) for row in part) / divisor


def chart(rows, number, title, column, divisor):
    values = [largest(part, column, divisor) for part in parts(rows, POINTS)]
    top = max(values) * 1.1 or 1
    bottom = TOP + number * (HEIGHT + GAP) + HEIGHT
    points = " ".join(f"{LEFT + WIDTH * n / max(len(values) - 1, 1):.0f},{bottom - HEIGHT * v / top:.1f}"
                      for n, v in enumerate(values))
    return (f'<text x="{LEFT}" y="{bottom - HEIGHT - 6}">{title}</text>'
            f'<path d="M{LEFT} {bottom - HEIGHT}V{bottom}H{LEFT + WIDTH}" fill="none" stroke="#888"/>'
            f'<text x="{LEFT - 6}" y="{bottom - HEIGHT * max(values) / top + 4:.0f}" '
            f'text-anchor="end">{max(values):.0f}</text>'
            f'<text x="{LEFT - 6}" y="{bottom}" text-anchor="end">0</text>'
            f'<polyline points="{points}" fill="none" stroke="#06c"/>')


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    height = TOP + len(CHARTS) * (HEIGHT + GAP)
    body = "\n".join(chart(rows, n, *of) for n, of in enumerate(CHARTS))
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write("<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n"
                  f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 20}" height="{height}" '
                  f'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n'
                  f'{body}\n<text x="{LEFT + WIDTH}" y="{height - 12}" text-anchor="end">'
                  f'{int(rows[-1]["second"]) / 60:.0f} minutes</text>\n</svg>\n')
    for part in parts(rows, ROWS):
        print(f'| {int(part[-1]["second"]) / 60:.0f} | {int(part[-1]["operations"]):,} '
              f'| {largest(part, "resident_kib", 1024):.1f} | {largest(part, "kept_kib", 1024):.1f} '
              f'| {largest(part, "descriptors", 1):.0f} | {largest(part, "threads", 1):.0f} |')


if __name__ == "__main__":
    main()
