#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares result files of lanewise-bench: ratios, and geometric means by group.

    bench/compare.py OURS.json THEIRS.json [more pairs ...]

Each benchmark counts with its smallest time over all repetitions and files of a side: what disturbs
a measurement only makes it longer. A ratio below 1 means that OURS took less. The group of a
benchmark is what stands before the first slash of its name.
"""

import json
import math
import sys

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def smallest(paths):
    """{name: (wall, cpu)} in nanoseconds."""
    times = {}
    for path in paths:
        with open(path) as file:
            runs = json.load(file)["benchmarks"]
        for run in runs:
            if run.get("run_type") == "aggregate" or run.get("error_occurred"):
                continue
            name = run["run_name"].replace("/process_time", "").replace("/real_time", "").replace("/manual_time", "")
            unit = NANOSECONDS[run["time_unit"]]
            wall, cpu = run["real_time"] * unit, run["cpu_time"] * unit
            if "cpu_ms" in run:  # of all processes
                cpu = run["cpu_ms"] * NANOSECONDS["ms"]
            known = times.get(name, (math.inf, math.inf))
            times[name] = (min(known[0], wall), min(known[1], cpu))
    return times


def shown(nanoseconds):
    for unit, factor in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if nanoseconds < 1000 * factor:
            return f"{nanoseconds / factor:.4g} {unit}"
    return f"{nanoseconds / 1e9:.4g} s"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def main(paths):
    if len(paths) < 2 or len(paths) % 2:
        sys.exit(__doc__)
    ours, theirs = smallest(paths[0::2]), smallest(paths[1::2])
    common = [name for name in ours if name in theirs]
    groups = {}
    print(f"{'benchmark':<36}{'ours, wall':>12}{'theirs':>12}{'ratio':>8}"
          f"{'ours, CPU':>13}{'theirs':>12}{'ratio':>8}")
    for name in common:
        (wall, cpu), (their_wall, their_cpu) = ours[name], theirs[name]
        ratios = wall / their_wall, cpu / their_cpu if cpu and their_cpu else math.nan
        groups.setdefault(name.split("/")[0], []).append(ratios)
        print(f"{name:<36}{shown(wall):>12}{shown(their_wall):>12}{ratios[0]:>8.3f}"
              f"{shown(cpu):>13}{shown(their_cpu):>12}{ratios[1]:>8.3f}")
    print("\ngeometric means of the ratios")
    for group, ratios in groups.items():
        print(f"  {group:<34}{geometric_mean([r[0] for r in ratios]):>32.3f}"
              f"{geometric_mean([r[1] for r in ratios]):>33.3f}")
    for name in sorted(set(ours) ^ set(theirs)):
        print(f"only on one side: {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
