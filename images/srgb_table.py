#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints srgb_table.h: the encoding of sRGB by section 7.4.5 of the environment specification."""

import re
import struct

from mpmath import mp, mpf

mp.prec = 200


def linear(encoded):
    return encoded / mpf("12.92") if encoded <= mpf("0.04045") else ((encoded + mpf("0.055")) / mpf("1.055")) ** mpf("2.4")


def encoded(value):
    return mpf("12.92") * value if value < mpf("0.0031308") else mpf("1.055") * value ** (1 / mpf("2.4")) - mpf("0.055")


def floats(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def nearest(value):
    """The float next to `value`: mpf's conversion to double rounds to nearest, and so does pack's."""
    bits = struct.unpack("<I", struct.pack("<f", float(value)))[0]
    return min((floats(b) for b in (bits - 1, bits, bits + 1) if 0 <= b < 0x7F800000), key=lambda f: abs(mpf(f) - value))


def least(code):
    """The least float that is encoded as `code` or more."""
    low, high = 0, struct.unpack("<I", struct.pack("<f", 1.0))[0]
    while low < high:
        middle = (low + high) // 2
        if 255 * encoded(mpf(floats(middle))) >= code - mpf("0.5"):
            high = middle
        else:
            low = middle + 1
    return floats(low)


def table(name, comment, values):
    print(f"\n{comment}\ninline constexpr float {name}[{len(values)}] = {{")
    texts = [re.sub(r"\.?0*p", "p", float.hex(v)) + "F" for v in values]
    for first in range(0, len(texts), 4):
        print("    " + ", ".join(texts[first:first + 4]) + ",")
    print("};")


CELL_BITS = 16  # the lower bits of a float, which differ within a cell
FIRST_CELL = struct.unpack("<I", struct.pack("<f", 2.0**-13))[0] >> CELL_BITS
BEHIND_CELLS = struct.unpack("<I", struct.pack("<f", 1.0))[0] >> CELL_BITS


def cells(leasts):
    """The code of the least number of each cell; the greatest one has at most the next code."""
    codes = []
    for cell in range(FIRST_CELL, BEHIND_CELLS):
        first, last = floats(cell << CELL_BITS), floats(((cell + 1) << CELL_BITS) - 1)
        code = sum(first >= one for one in leasts[1:])
        assert sum(last >= one for one in leasts[1:]) <= code + 1
        codes.append(code)
    assert floats(FIRST_CELL << CELL_BITS) < leasts[1]
    return codes


print("""// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding of sRGB, written by srgb_table.py.
#pragma once

namespace lanewise::images {""")
table("kLinearFromSrgb", "/// The linear value of each code, correctly rounded.", [nearest(linear(mpf(k) / 255)) for k in range(256)])
leasts = [0.0] + [least(k) for k in range(1, 256)]
table("kLeastOfSrgb", "/// The least linear value that each code encodes; smaller ones have smaller codes. Behind the last one, 2.",
      leasts + [2.0])
print(f"""
/// Cells of floats below 1 that have their upper bits in common. Those below the first one have the code 0.
inline constexpr unsigned kSrgbCellBits = {CELL_BITS}, kFirstSrgbCell = {FIRST_CELL:#x};

/// The code of the least float of each cell; others have this code or the next one.
inline constexpr unsigned char kSrgbOfCell[{BEHIND_CELLS - FIRST_CELL}] = {{""")
codes = cells(leasts)
for first in range(0, len(codes), 24):
    print("    " + " ".join(f"{code}," for code in codes[first:first + 24]))
print("};")
print("\n}  // namespace lanewise::images")
