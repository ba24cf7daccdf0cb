#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions of a launch and of its event, by shared object, with valgrind's callgrind.

    bench/launch_instructions.py [--build build/release] [--functions]

A launch is clEnqueueNDRangeKernel with three arguments, the execution of one work-group of 64 work-items
and its part of one clFinish for 64 launches. clSetKernelArg is not in it. The figure is the difference of
two runs, divided by the number of launches between them, so what a process does once is not in it.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import tempfile

BATCHES = (100, 200)
LAUNCHES = 64 * (BATCHES[1] - BATCHES[0])


def object_name(path):
    """Mapped code of kernels has a name that differs from run to run."""
    name = pathlib.Path(path).name
    return "kernel" if name.startswith(("code-", "memfd:")) else re.sub(r"\.so.*", ".so", name)


def costs(path):
    """{(shared object, function): instructions} of a file of callgrind, without callees."""
    names = {"ob": {}, "fn": {}}
    found = collections.Counter()
    here = {"ob": "", "fn": ""}
    of_callee = False
    for line in path.read_text(errors="replace").splitlines():
        position = re.match(r"(c?)(ob|fn)=\((\d+)\)(?: (.*))?$", line)
        if position:
            callee, kind, number, name = position.groups()
            if name is not None:
                names[kind][number] = name
            if not callee:
                here[kind] = names[kind][number]
        elif line.startswith("calls="):
            of_callee = True
        elif re.match(r"[-+*\d]\S* \d+$", line):
            if not of_callee:
                found[object_name(here["ob"]), here["fn"]] += int(line.split()[1])
            of_callee = False
    return found


def run(build, batches, events, folder):
    # Valgrind does not know AVX-512. One compute thread: what waits for work is not counted.
    environment = dict(os.environ, OCL_ICD_VENDORS=f"{build / 'vendors'}/", LANEWISE_CPU="x86-64-v3")
    output = folder / "callgrind.out"
    subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}",
                    build / "bench/lanewise-bench",
                    f"--launch-batches={batches}{',events' if events else ''}"],
                   env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return costs(output)


def per_launch(build, events, folder):
    few, many = (run(build, batches, events, folder) for batches in BATCHES)
    return {place: (many[place] - few[place]) / LAUNCHES for place in many}


def by_object(figures):
    sums = collections.Counter()
    for (name, _), figure in figures.items():
        sums[name] += figure
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = pathlib.Path(__file__).resolve().parents[1]
    parser.add_argument("--build", type=pathlib.Path, default=root / "build/release")
    parser.add_argument("--functions", action="store_true", help="print the functions of a launch, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plain, with_events = (per_launch(arguments.build.resolve(), events, pathlib.Path(folder))
                              for events in (False, True))
    launch, both = by_object(plain), by_object(with_events)
    print("| | launch | event |\n|---|---|---|")
    for name in sorted(launch, key=launch.get, reverse=True):
        if max(launch[name], both[name]) >= 1:
            print(f"| {name} | {launch[name]:.0f} | {both[name] - launch[name]:.0f} |")
    total, total_both = sum(launch.values()), sum(both.values())
    print(f"| total | {total:.0f} | {total_both - total:.0f} |")
    if arguments.functions:
        for (name, function), figure in sorted(with_events.items(), key=lambda item: -item[1]):
            before = plain.get((name, function), 0)
            if max(figure, before) >= 1:
                print(f"{before:6.0f} {figure - before:6.0f}  {name} {function[:90]}")


if __name__ == "__main__":
    main()
