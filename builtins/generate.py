#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns the CLAIM and SWEEP lines of the device library into claims.inc of the accuracy tests.

generate.py <output> <source>...
A line belongs to the last function above it that is written out (`LW f32 lw_exp_f32(`). CLAIM_OF names
its function, which a macro defines.
"""
import re
import sys

FUNCTION = re.compile(r"^(?:LW|LW_LARGE) .*?\blw_(\w+)\(")
CLAIM = re.compile(r"^CLAIM\((f16|f32|f64), ([0-9.]+), ([^)]+)\)$")
CLAIM_OF = re.compile(r"^CLAIM_OF\((\w+), ([12]), (f16|f32|f64), ([0-9.]+), ([^)]+)\)$")
SWEEP = re.compile(r"^SWEEP\(([^,]+), ([^,]+), ([^)]+)\)$")


def claim(function, result, bound, arguments):
    """A row of claims.inc: symbol, result, bound, number of arguments, the arguments."""
    return f'CLAIM("{function}", {result}, {bound}, {", ".join([str(len(arguments)), *arguments])})'


def main(output, sources):
    claims, sweeps = [], []
    for source in sources:
        function, results = None, 0
        for number, line in enumerate(open(source), 1):
            if found := FUNCTION.match(line):
                function, results = found[1], 0
            elif found := CLAIM.match(line):
                if function is None or f"_{found[1]}" not in function:
                    sys.exit(f"{source}:{number}: a claim for {found[1]} below {function}")
                arguments = found[3].split(", ")
                if len(arguments) != len(re.findall(r"_[fi]\d+", function)):
                    sys.exit(f"{source}:{number}: {len(arguments)} arguments of {function}")
                claims.append(claim(function, results, found[2], arguments))
                results += 1
            elif found := CLAIM_OF.match(line):
                arguments, vectors = found[5].split(", "), int(found[2])
                if len(arguments) not in (2 * vectors, 3 * vectors, 4 * vectors):
                    sys.exit(f"{source}:{number}: {len(arguments)} elements of {found[1]}")
                for width in range(2, 5):
                    symbol = found[1] + f"_{found[3]}x{width}" * vectors
                    attains = len(arguments) == width * vectors
                    claims.append(claim(symbol, 0, found[4], arguments if attains else []))
            elif found := SWEEP.match(line):
                sweeps.append(f'SWEEP("{function}", {found[1]}, {found[2]}, {found[3]})')
            elif re.match(r"(CLAIM|CLAIM_OF|SWEEP)\(", line):
                sys.exit(f"{source}:{number}: malformed: {line.strip()}")
    with open(output, "w") as file:
        file.write("\n".join(claims + sweeps) + "\n")


main(sys.argv[1], sys.argv[2:])
