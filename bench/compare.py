#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares result files of lanewise-bench: relative speeds, and their geometric means by group.

    bench/compare.py NAME=FILE[,FILE...] ... BASE=FILE[,FILE...]

Each benchmark counts with the median of its times over all repetitions and files of a side. Other work
on the machine takes cache and bandwidth in some rounds, so the smallest times of two sides are not those of
equal conditions. The speed of a side is BASE's time divided by its time: above 1 the
side is faster than BASE, the last side. With the limit as BASE it is the fraction of native speed. The
group of a benchmark is what stands before the first slash of its name.
"""

import csv
import json
import math
import statistics
import sys

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
SUFFIXES = ("/process_time", "/real_time", "/manual_time")


def medians(paths):
    """{name: (wall, cpu)} in nanoseconds."""
    times = {}
    for path in paths:
        with open(path) as file:
            runs = json.load(file)["benchmarks"]
        for run in runs:
            if run.get("run_type") == "aggregate" or run.get("error_occurred"):
                continue
            name = run["run_name"]
            for suffix in SUFFIXES:
                name = name.replace(suffix, "")
            unit = NANOSECONDS[run["time_unit"]]
            wall, cpu = run["real_time"] * unit, run["cpu_time"] * unit
            if "cpu_ms" in run:  # of all processes
                cpu = run["cpu_ms"] * NANOSECONDS["ms"]
            times.setdefault(name, []).append((wall, cpu))
    return {name: tuple(map(statistics.median, zip(*both))) for name, both in times.items()}


def write_csv(path, sides, notes=()):
    """Rows of benchmark, platform, and medians of wall and CPU time in nanoseconds. Notes are comment lines above them."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        file.write("# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n")
        file.writelines(f"# {note}\n" for note in notes)
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("benchmark", "platform", "wall_ns", "cpu_ns"))
        for name in next(iter(sides.values())):
            for side, times in sides.items():
                if name in times:
                    writer.writerow((name, side, *(f"{time:.1f}" for time in times[name])))


def shown(nanoseconds):
    for unit, factor in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if nanoseconds < 1000 * factor:
            return f"{nanoseconds / factor:.4g} {unit}"
    return f"{nanoseconds / 1e9:.4g} s"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def print_speeds(clock, index, sides):
    """One table: index 0 is wall time, 1 CPU time."""
    *others, base = sides
    times = {side: {name: both[index] for name, both in sides[side].items() if both[index]} for side in sides}
    groups = {}
    print(f"\n{clock}, and speed relative to {base}")
    print(f"{'':<36}" + "".join(f"{side:>12}" for side in sides) + "".join(f"{side:>10}" for side in others))
    for name in times[base]:
        speeds = {side: times[base][name] / times[side][name] for side in others if name in times[side]}
        print(f"{name:<36}"
              + "".join(f"{shown(times[side][name]) if name in times[side] else '-':>12}" for side in sides)
              + "".join(f"{speeds[side]:>10.3f}" if side in speeds else f"{'-':>10}" for side in others))
        if len(speeds) == len(others):
            groups.setdefault(name.split("/")[0], []).append(speeds)
    print("geometric means")
    for group, rows in groups.items():
        print(f"  {group:<34}" + " " * 12 * len(sides)
              + "".join(f"{geometric_mean([row[side] for row in rows]):>10.3f}" for side in others))


def main(files, csv_path=None, notes=()):
    """Prints the tables of {side: paths}; the last side is the base. Writes the medians to a CSV file, too."""
    sides = {side: medians(paths) for side, paths in files.items()}
    if csv_path:
        write_csv(csv_path, sides, notes)
    print_speeds("CPU time", 1, sides)
    print_speeds("wall time", 0, sides)
    for name in sorted(set().union(*sides.values())):
        missing = [side for side in sides if name not in sides[side]]
        if missing:
            print(f"{name} has no result of {', '.join(missing)}")


if __name__ == "__main__":
    if len(sys.argv) < 3 or not all("=" in word for word in sys.argv[1:]):
        sys.exit(__doc__)
    main({side: paths.split(",") for side, paths in (word.split("=", 1) for word in sys.argv[1:])})
