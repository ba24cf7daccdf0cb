#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the polynomials of erf.cpp, by interpolation at Chebyshev's points (the
functions are too expensive for an exchange algorithm), lowest coefficient first, with the relative error
as log2. The title is what the comment above the coefficients in math/ names: a function, and which of its
polynomials."""
from mpmath import chebyfit, diff, erf, erfc, exp, log, mp, mpf, polyval, sqrt

mp.prec = 240


def show(name, function, interval, degree, whole=0):
    """The error counts against whole + function."""
    coefficients = chebyfit(function, interval, degree + 1)
    rounded = [mpf(float(c)) for c in coefficients]
    low, high = (mpf(end) for end in interval)
    points = [low + (high - low) * k / 400 for k in range(401)]
    worst = max(abs((polyval(rounded, p) - function(p)) / (whole + function(p))) for p in points)
    print(f"// {name}: relative error 2^{float(log(worst, 2)):.1f}")
    print(",\n".join("  " + float(c).hex() for c in reversed(coefficients)))


def erfTail(z):  # erf(x) = x + x P(x^2)
    x = sqrt(z)
    return erf(x) / x - 1


def erfcScaled(q):  # q = (x - 4) / (x + 4)
    x = 4 * (1 + q) / (1 - q)
    return exp(x * x) * erfc(x) * (mpf("0.875") + 2 * x)


def erfcSlope(q):  # for what q lacks, below 2^-53: the first digits of the coefficients are enough
    return diff(erfcScaled, q)


def erfcOverW(w):  # of f32: w = 1 / (x + 5/2)
    x = 1 / w - mpf("2.5")
    return exp(x * x) * erfc(x) / w


if __name__ == "__main__":
    show("lw_erfc_f32", erfcOverW, [1 / mpf("12.6"), 1 / mpf("2.95")], 8)
    show("erfSmall", erfTail, [mpf(2) ** -60, mpf("1.001")], 12, 1)
    show("erfcLarge", erfcScaled, [mpf("-0.795"), mpf("0.751")], 23)  # the lowest in two parts
    slope = chebyfit(erfcSlope, [mpf("-0.795"), mpf("0.751")], 5)
    print("// erfcLarge, slope\n" + ",\n".join("  " + float(c).hex() for c in reversed(slope)))
