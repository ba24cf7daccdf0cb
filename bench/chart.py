#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the chart of the README from recorded results.

    bench/chart.py docs/platform-speed.csv docs/platform-speed.svg

The first part has the speed of each platform by group of kernels, relative to PoCL: the geometric mean of the
ratios of CPU times. The second part has times, each row with its own scale. `bench/run.py --csv` writes the file
of results; rows of benchmarks that not all platforms have are left out.
"""

import csv
import sys

from compare import geometric_mean, shown

# {platform of run.py: (name, colour)}; speeds are relative to the last one.
PLATFORMS = {"lanewise": ("Lanewise", "#1b6ca8"), "intel": ("Intel", "#8a8a8a"), "pocl": ("PoCL", "#c9a227")}
GROUPS = {"Compute": "arithmetic", "Barrier": "local memory, barriers", "Divergent": "divergent branches",
          "Memory": "memory bandwidth", "Images": "images"}
TIMES = {"Process/build_source_saxpy/builds:1": "start, build and launch: one kernel",
         "Process/build_source_program/builds:1/iterations:2": "start, build and launch: 112 kernels",
         "Launch/batch_of_1000/groups:1": "a launch, in a batch of 1,000"}
LEFT, WIDTH, BAR, END = 250, 330, 13, 720


def read(path):
    """{benchmark: {platform: CPU time in nanoseconds}} of benchmarks that all platforms have."""
    found = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            found.setdefault(row["benchmark"], {})[row["platform"]] = float(row["cpu_ns"])
    return {name: times for name, times in found.items() if set(PLATFORMS) <= set(times)}


def speeds(times):
    """{group: {platform: speed relative to the last platform}}"""
    base = list(PLATFORMS)[-1]
    found = {}
    for group in GROUPS:
        rows = [row for name, row in times.items() if name.split("/")[0] == group]
        if rows:
            found[group] = {platform: geometric_mean([row[base] / row[platform] for row in rows])
                            for platform in PLATFORMS}
    return found


class Drawing:
    def __init__(self):
        self.parts = []
        self.y = 0

    def text(self, x, content, **attributes):
        words = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.parts.append(f'<text x="{x}" y="{self.y + 10}"{words}>{content}</text>')

    def title(self, content):
        self.y += 12
        self.text(16, content, font_weight="bold")
        self.y += 24

    def rows(self, name, values, longest, label):
        """One bar for each platform; `longest` is the value of the whole width."""
        self.text(LEFT - 12, name, text_anchor="end")
        for platform, (_, colour) in PLATFORMS.items():
            width = max(1, WIDTH * values[platform] / longest)
            self.parts.append(f'<rect x="{LEFT}" y="{self.y}" width="{width:.1f}" height="{BAR - 2}" fill="{colour}"/>')
            self.text(f"{LEFT + width + 6:.1f}", label(values[platform]))
            self.y += BAR
        self.y += 8

    def legend(self):
        x = LEFT
        for name, colour in PLATFORMS.values():
            self.parts.append(f'<rect x="{x}" y="{self.y}" width="11" height="11" fill="{colour}"/>')
            self.text(x + 16, name)
            x += 100
        self.y += 20

    def svg(self):
        return ('<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n'
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{END}" height="{self.y + 6}" '
                'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def chart(path):
    times = read(path)
    drawing = Drawing()
    drawing.y = 10
    drawing.legend()
    drawing.title("Speed of kernels relative to PoCL (longer is faster)")
    groups = speeds(times)
    longest = max(value for values in groups.values() for value in values.values())
    for group, values in groups.items():
        drawing.rows(GROUPS[group], values, longest, lambda value: f"{value:.1f}")
    drawing.title("CPU time (shorter is faster; each row has its own scale)")
    for name, title in TIMES.items():
        if name in times:
            drawing.rows(title, times[name], max(times[name].values()), shown)
    return drawing.svg()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], "w", encoding="utf-8") as output:
        output.write(chart(sys.argv[1]))
