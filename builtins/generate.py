#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CLAIM and SWEEP lines of the device library -> claims.inc of the accuracy tests.

generate.py <output> <source>...
A line belongs to the last function above it that is written out (`LW f32 lw_exp_f32(`);
CLAIM_OF names its function, one that a macro makes.
"""
import re
import sys

FUNCTION = re.compile(r"^(?:LW|LW_LARGE) .*?\blw_(\w+)\(")
CLAIM = re.compile(r"^CLAIM\((f16|f32|f64), ([0-9.]+)(?:, (0x1p-[0-9]+))?\)")
CLAIM_OF = re.compile(r"^CLAIM_OF\((\w+), ([12]), (f16|f32|f64), ([0-9.]+)\)")
SWEEP = re.compile(r"^SWEEP\(([^,]+), ([^,]+), ([^)]+)\)")


def main(output, sources):
    claims, sweeps = [], []
    for source in sources:
        function = None
        for number, line in enumerate(open(source), 1):
            if found := FUNCTION.match(line):
                function = found[1]
            elif found := CLAIM.match(line):
                if function is None or f"_{found[1]}" not in function:
                    sys.exit(f"{source}:{number}: a claim for {found[1]} below {function}")
                claims.append(f'CLAIM("{function}", {found[2]}, {found[3] or 0})')
            elif found := CLAIM_OF.match(line):
                for width in range(2, 5):
                    symbol = found[1] + f"_{found[3]}x{width}" * int(found[2])
                    claims.append(f'CLAIM("{symbol}", {found[4]}, 0)')
            elif found := SWEEP.match(line):
                sweeps.append(f'SWEEP("{function}", {found[1]}, {found[2]}, {found[3]})')
            elif re.match(r"(CLAIM|CLAIM_OF|SWEEP)\(", line):
                sys.exit(f"{source}:{number}: not understood: {line.strip()}")
    with open(output, "w") as file:
        file.write("\n".join(claims + sweeps) + "\n")


main(sys.argv[1], sys.argv[2:])
