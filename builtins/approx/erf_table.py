#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints math/erf_table.h: at r = i/64, i < 512, erf(r) without its largest part, which is r below one
and 1 from there on, and the derivative of that. With --erfc, prints math/erfc_table.def: at r = i/64,
i <= 1744, 2^128 erfc(r), minus the derivative of that, and the upper halves of the second parts of both, as
one integer."""
import struct
import sys

from mpmath import erf, erfc, exp, mp, mpf, pi, sqrt

mp.prec = 200
LICENSE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"


def slopeAt(r):
    return 2 / sqrt(pi) * exp(-r * r)


def printErf():
    print(LICENSE)
    print("// Made by approx/erf_table.py: erf(r) - r below one, else erf(r) - 1, and the derivative, r = i/64.")
    print("#pragma once\n")
    print("struct ErfEntry {\n  double rest, slope;\n};")
    print("constexpr ErfEntry kErfTable[512] = {")
    for i in range(512):
        r = mpf(i) / 64
        rest = erf(r) - r if r < 1 else -erfc(r)
        slope = slopeAt(r) - (1 if r < 1 else 0)
        print(f"    {{{float(rest).hex()}, {float(slope).hex()}}},")
    print("};")


def parts(value):
    """The number, and the upper 32 bits of what it is less."""
    high = float(value)
    return high.hex(), struct.unpack("<Q", struct.pack("<d", float(value - mpf(high))))[0] >> 32


def printErfc():
    print(LICENSE)
    print("// MADE BY approx/erf_table.py --erfc: 2^128 erfc(r), minus the derivative, second parts, r = i/64.")
    scale = mpf(2) ** 128
    for i in range(1745):
        r = mpf(i) / 64
        (value, valueLow), (slope, slopeLow) = parts(scale * erfc(r)), parts(scale * slopeAt(r))
        print(f"{{{value}, {slope}, 0x{valueLow << 32 | slopeLow:016x}}},")


printErfc() if "--erfc" in sys.argv else printErf()
