#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what kernels are estimated at with the time that they take, at each number of lanes.

    bench/estimates.py [--build build/release] [--cpu x86-64-v3] [--random 200] [--prefix CASES] [--csv FILE]
    bench/estimates.py --read FILE

The kernels are those of lanewise-bench (groups Compute to Images, and some that are hard to estimate) and random ones
of lane-fuzz. Each runs as scalar code, in vectors of 4, 8, 16 and 32 lanes, and as the build chooses. Times are CPU
times of one thread, the least of several, relative to scalar code; so are estimates. What a choice costs is its time
relative to the best number of lanes. Constants of the estimate should be fitted with kernels of the half `fit` only:
the other half shows whether they are right. The half of a kernel follows from a checksum of its name.
"""

import argparse
import csv
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import zlib

from compare import geometric_mean
from count_widths import NOTE, WIDTH

CHOSEN, LANES = 0, (1, 4, 8, 16, 32)
ESTIMATE = re.compile(r"(?P<lanes>\d+) lanes are estimated at (?P<share>[\d,]+)% of the cost of scalar code")
TIME = re.compile(r"(?P<case>[\w/]+), (?P<kernel>\w+): (?P<time>\d+) ns")
RANDOM = re.compile(r"seed (?P<seed>\d+), (?P<lanes>\d+) lanes: (?P<rest>.*)")
# Launches of less time measure the launch.
LEAST_NANOSECONDS = 3000
# Estimates that launches correct (kLeastClose in compiler/lanes/choose/width.cpp), and the share of the time that the
# other number of lanes has to take (kGain in runtime/launch/lane_trial.cpp).
CLOSE, GAIN = (0.5, 1.5), 0.95


class Kernel:
    def __init__(self, name):
        self.name = name
        self.times, self.estimates = {}, {}  # of numbers of lanes
        self.chosen = 1

    @property
    def half(self):
        return "fit" if zlib.crc32(self.name.encode()) % 2 else "report"

    def best(self):
        return min(self.times[lanes] for lanes in self.times if lanes != CHOSEN)

    def cost(self):
        """Of the choice. Code of the same number of lanes has the same time."""
        return self.times.get(self.chosen, self.times[CHOSEN]) / self.best()

    def corrected_cost(self):
        """What the choice costs when launches have tried scalar code, or the lanes of a register of AVX2."""
        other = 1 if self.chosen > 1 else 8
        estimate = self.estimates.get(self.chosen if self.chosen > 1 else other)
        if not estimate or other not in self.times or not CLOSE[0] <= estimate <= CLOSE[1]:
            return self.cost()
        tried = self.times[other] / self.best()
        return tried if tried < GAIN * self.cost() else self.cost()

    def rows(self):
        for lanes, time in self.times.items():
            yield (self.name, lanes, f"{time:.0f}", self.estimates.get(lanes, ""),
                   self.chosen if lanes == CHOSEN else "")


def run(command, environment):
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done


def note_width(kernels, lanes, text, names):
    """Takes the numbers out of one note. `names`: {name in the note: full names}."""
    note = NOTE.match(text)
    width = note and WIDTH.match(note["text"])
    if not width:
        return
    estimate = ESTIMATE.search(width["reason"])
    for name in names(note["kernel"]):
        kernel = kernels.setdefault(name, Kernel(name))
        if estimate:
            kernel.estimates[int(estimate["lanes"])] = int(estimate["share"].replace(",", "")) / 100
        if lanes == CHOSEN:
            kernel.chosen = int(width["lanes"] or 1)


def measure_bench(arguments, kernels):
    for lanes in (CHOSEN, *LANES):
        with tempfile.TemporaryDirectory() as cache:
            done = run([arguments.build / "bench/lanewise-bench", f"--kernel-times={arguments.prefix}"],
                       {"OCL_ICD_VENDORS": f"{arguments.build / 'vendors'}/", "LANEWISE_LANES": str(lanes),
                        "LANEWISE_CPU": arguments.cpu, "LANEWISE_THREADS": "1", "LANEWISE_SPECIALIZE": "always",
                        "LANEWISE_LOG": "build", "LANEWISE_EXPLAIN": "1", "LANEWISE_CACHE": cache})
        names = {}
        for time in TIME.finditer(done.stdout):
            name = f"{time['case']}:{time['kernel']}"
            names.setdefault(time["kernel"], []).append(name)
            kernels.setdefault(name, Kernel(name)).times[lanes] = int(time["time"])
        for line in done.stderr.splitlines():
            note_width(kernels, lanes, line, lambda kernel: names.get(kernel, ()))


def measure_random(arguments, kernels):
    done = run([arguments.build / "tests/passes/lanes/lane-fuzz/lane-fuzz", str(arguments.first),
                str(arguments.random), "--times", f"--level={arguments.cpu}"], {})
    for line in done.stdout.splitlines():
        part = RANDOM.match(line)
        if not part:
            continue
        name, lanes = f"random:{part['seed']}", int(part["lanes"])
        if time := re.match(r"([\d.e+]+) ns$", part["rest"]):
            kernels.setdefault(name, Kernel(name)).times[lanes] = float(time[1])
        else:
            note_width(kernels, lanes, part["rest"], lambda _, name=name: (name,))


def read(path):
    kernels = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            kernel = kernels.setdefault(row["kernel"], Kernel(row["kernel"]))
            kernel.times[int(row["lanes"])] = float(row["ns"])
            if row["estimate"]:
                kernel.estimates[int(row["lanes"])] = float(row["estimate"])
            if row["chosen"]:
                kernel.chosen = int(row["chosen"])
    return kernels


def write(path, kernels, notes):
    with open(path, "w", newline="", encoding="utf-8") as file:
        file.write("# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n")
        file.writelines(f"# {note}\n" for note in notes)
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("kernel", "lanes", "ns", "estimate", "chosen"))
        for kernel in kernels:
            writer.writerows(kernel.rows())


def print_table(kernels):
    """Each number of lanes: estimate/time, both relative to scalar code in percent."""
    print(f"{'':<48}{'scalar':>11}" + "".join(f"{f'{lanes} lanes':>12}" for lanes in LANES[1:])
          + f"{'chosen':>8}{'costs':>7}")
    for kernel in sorted(kernels, key=Kernel.cost):
        cells = ""
        for lanes in LANES[1:]:
            estimate = kernel.estimates.get(lanes)
            cells += f"{'-' if estimate is None else round(100 * estimate):>6}" \
                     f"/{100 * kernel.times[lanes] / kernel.times[1]:<5.0f}"
        print(f"{kernel.name[:47]:<48}{kernel.times[1] / 1000:>8.0f} us{cells}{kernel.chosen:>8}{kernel.cost():>7.2f}")


def summary(kernels):
    """[(title, number of kernels, mean cost of the choice, its most, the kernel of that, how many are above 1.5,
    mean cost and its most when launches have corrected it, mean of estimate / time, its standard deviation as a
    factor)]"""
    groups = {"half 'fit'": [], "half 'report'": [], "bench/": [], "random": [], "all": kernels}
    for kernel in kernels:
        groups[f"half '{kernel.half}'"].append(kernel)
        groups["random" if kernel.name.startswith("random:") else "bench/"].append(kernel)
    rows = []
    for title, group in groups.items():
        if not group:
            continue
        errors = [kernel.estimates[lanes] * kernel.times[1] / kernel.times[lanes]
                  for kernel in group for lanes in LANES[1:] if kernel.estimates.get(lanes)]
        costs = [kernel.cost() for kernel in group]
        corrected = [kernel.corrected_cost() for kernel in group]
        error = geometric_mean(errors) if errors else math.nan
        deviation = math.exp(statistics.pstdev(map(math.log, errors))) if errors else math.nan
        rows.append((title, len(group), geometric_mean(costs), max(costs), max(group, key=Kernel.cost).name,
                     sum(cost > 1.5 for cost in costs), geometric_mean(corrected), max(corrected), error, deviation))
    return rows


def print_summary(kernels):
    for title, count, cost, most, worst, above, corrected, corrected_most, error, deviation in summary(kernels):
        print(f"{title:<14}{count:>4} kernels: the choice costs {cost:.3f}, at most {most:.2f} ({worst}), "
              f"{above} above 1.5; corrected by launches {corrected:.3f}, at most {corrected_most:.2f}; estimate / time {error:.2f}, standard deviation a factor of {deviation:.2f}")


def main():
    root = pathlib.Path(__file__).resolve().parents[1]
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=pathlib.Path, default=root / "build/release")
    parser.add_argument("--cpu", default="x86-64-v3", help="the microarchitecture level")
    parser.add_argument("--random", type=int, default=200, help="how many random kernels")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first one")
    parser.add_argument("--prefix", default="", help="cases of lanewise-bench whose names begin so; 'none' for none")
    parser.add_argument("--csv", help="write the numbers to this file")
    parser.add_argument("--note", action="append", default=[], metavar="TEXT", help="a comment line of the file")
    parser.add_argument("--read", help="print the table of a file that --csv has written")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    if arguments.read:
        kernels = read(arguments.read)
    else:
        kernels = {}
        if arguments.prefix != "none":
            measure_bench(arguments, kernels)
        if arguments.random:
            measure_random(arguments, kernels)
    complete = [kernel for kernel in kernels.values()
                if all(kernel.times.get(lanes) for lanes in (CHOSEN, *LANES)) and kernel.best() >= LEAST_NANOSECONDS]
    if arguments.csv:
        write(arguments.csv, complete, arguments.note)
    print_table(complete)
    print()
    print_summary(complete)


if __name__ == "__main__":
    main()
