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
    print(f"\n{comment}\ninline constexpr float {name}[256] = {{")
    texts = [re.sub(r"\.?0*p", "p", float.hex(v)) + "F" for v in values]
    for first in range(0, 256, 4):
        print("    " + ", ".join(texts[first:first + 4]) + ",")
    print("};")


print("""// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding of sRGB, written by srgb_table.py.
#pragma once

namespace lanewise::images {""")
table("kLinearFromSrgb", "/// The linear value of each code, correctly rounded.", [nearest(linear(mpf(k) / 255)) for k in range(256)])
table("kLeastOfSrgb", "/// The least linear value that each code encodes; smaller ones have smaller codes.",
      [0.0] + [least(k) for k in range(1, 256)])
print("\n}  // namespace lanewise::images")
