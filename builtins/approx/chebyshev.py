#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints polynomials of erf.cpp, by interpolation at Chebyshev's points (the
functions are too expensive for an exchange algorithm), lowest coefficient first, with the relative error
as log2. The title is what the comment above the coefficients in math/ names: a function, and which of its
polynomials."""
from mpmath import chebyfit, factorial, log, mp, mpf, polyval

mp.prec = 240


def show(name, function, interval, degree, whole=0):
    """The error counts against whole + function."""
    coefficients = [float(c) for c in chebyfit(function, interval, degree + 1)]
    rounded = [mpf(c) for c in coefficients]
    low, high = (mpf(end) for end in interval)
    points = [low + (high - low) * k / 400 for k in range(401)]
    worst = max(abs((polyval(rounded, p) - function(p)) / (whole + function(p))) for p in points)
    print(f"// {name}: relative error 2^{float(log(worst, 2)):.1f}")
    print(",\n".join("  " + c.hex() for c in reversed(coefficients)))


def moment(j):  # the integral of s^2j e^(-y s) for s from 0 to 1
    return lambda y: sum((-y) ** k / factorial(k) / (k + 2 * j + 1) for k in range(40))


def firstMoment(y):  # the same for j = 0, less one, divided by y
    return -sum((-y) ** k / factorial(k + 1) / (k + 2) for k in range(40))


if __name__ == "__main__":
    near = [mpf("-0.426"), mpf("0.426")]  # 2 r d
    show("lw_erfc_f64, first", firstMoment, near, 10)
    show("lw_erfc_f64, second", lambda y: -moment(1)(y), near, 9)
    show("lw_erfc_f64, third", lambda y: moment(2)(y) / 2, near, 6)
    show("lw_erfc_f64, fourth", lambda y: -moment(3)(y) / 6, near, 3)
