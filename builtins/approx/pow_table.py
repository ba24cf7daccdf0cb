#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints math/pow_table.h: 1/c to ten bits and log c in two parts for 128 intervals of
[0x3fe6955500000000, twice that) as bits. The upper part of log c has its last bit at 2^-42, as the
upper part of ln 2 has, so that k ln 2 + log c is exact."""
from mpmath import mp, mpf, floor, log
import struct

mp.prec = 200
START, STEP = 0x3FE6955500000000, 1 << 45


def number(bits):
    return mpf(struct.unpack("<d", struct.pack("<Q", bits))[0])


print("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
print("// Made by approx/pow_table.py: the inverse and the logarithm of a number in each interval.")
print("#pragma once\n")
print("struct PowEntry {\n  double inverse, logHigh, logLow;\n};")
print("constexpr PowEntry kPowTable[128] = {")
for i in range(128):
    low, high = number(START + i * STEP), number(START + (i + 1) * STEP)
    inverse = floor(2 / (low + high) * 512 + mpf(1) / 2) / 512
    if low <= 1 < high:
        inverse = mpf(1)
    value = -log(inverse)
    upper = floor(value * 2**42 + mpf(1) / 2) / mpf(2) ** 42
    print(f"    {{{float(inverse).hex()}, {float(upper).hex()}, {float(value - upper).hex()}}},")
print("};")
