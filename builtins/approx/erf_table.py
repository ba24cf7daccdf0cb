#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints math/erf_table.h: at r = i/64, i < 512, erf(r) without its largest part, which is r below one
and 1 from there on, and the derivative of that."""
from mpmath import erf, erfc, exp, mp, mpf, pi, sqrt

mp.prec = 200

print("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
print("// Made by approx/erf_table.py: erf(r) - r below one, else erf(r) - 1, and the derivative, r = i/64.")
print("#pragma once\n")
print("struct ErfEntry {\n  double rest, slope;\n};")
print("constexpr ErfEntry kErfTable[512] = {")
for i in range(512):
    r = mpf(i) / 64
    rest = erf(r) - r if r < 1 else -erfc(r)
    slope = 2 / sqrt(pi) * exp(-r * r) - (1 if r < 1 else 0)
    print(f"    {{{float(rest).hex()}, {float(slope).hex()}}},")
print("};")
