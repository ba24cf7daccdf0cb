#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the polynomials of gamma.cpp, by interpolation at Chebyshev's points, lowest coefficient first, with
the relative error as log2, under the titles that the comments in math/ name. With --zeros, prints
gamma_zeros.h: the zeros of log |Gamma| below -2."""
import sys

from mpmath import cos, factorial, findroot, gamma, log, loggamma, mp, mpf, pi, psi, sin, sqrt

from chebyshev import show

mp.prec = 240
TERMS = 14
BAND = mpf("0.036")  # of log |Gamma|: beyond, where it is above 2^-5, the sum of logarithms knows enough
LAST = 16  # below -16.5 numbers of f64 are too sparse to come near a zero


def stirling(z):  # z = 1 / y^2: log Gamma(y) = (y - 1/2) log y - y + log(2 pi) / 2 + P(z) / y
    y = 1 / sqrt(z)
    return (loggamma(y) - (y - mpf("0.5")) * log(y) + y - log(2 * pi) / 2) * y


def sine(w):  # sin(pi r) = r (pi - pi^3 w / 6 + w^2 P(w)), w = r^2
    return (sin(pi * sqrt(w)) / sqrt(w) - pi + pi**3 / 6 * w) / w**2


def cosine(w):  # cos(pi r) = 1 - pi^2 w / 2 + w^2 P(w)
    return (cos(pi * sqrt(w)) - 1 + pi**2 / 2 * w) / w**2


def polynomials():
    tiny, near = mpf(2) ** -60, mpf("0.12500001")
    show("stirling", stirling, [tiny, mpf(1) / 64], 6)
    show("stirlingShort", stirling, [tiny, mpf(1) / 64], 2)
    for name, nameOfF32, at, degree, degreeOfF32 in (
            ("lgammaNearOne", "lgammaNearOneShort", 1, 13, 7),
            ("lgammaNearTwo", "lgammaNearTwoShort", 2, 12, 6)):
        function = lambda d, at=at: loggamma(at + d) / d
        show(name, function, [-near, near + tiny], degree)
        show(nameOfF32, function, [-near, near + tiny], degreeOfF32)
    show("sinpiTwoParts, sine", sine, [mpf(2) ** -40, mpf("0.0626")], 5)
    show("sinpiTwoParts, cosine", cosine, [mpf(2) ** -40, mpf("0.0626")], 6)


def zero(n, side):
    """Where |Gamma| is one nearest to -n, on the side given by -1 or 1."""
    far = mpf("1.7") if side > 0 else mpf("1.2")
    ends = [-n + side * d / factorial(n) for d in (mpf("0.5"), far)]
    with mp.workprec(480):  # near the poles the slope is as large as LAST!
        return findroot(lambda x: log(abs(gamma(x))), ends, solver="anderson", tol=mpf(2) ** -600)


def row(n, side):
    z = zero(n, side)
    high = mpf(float(z))
    slope = psi(0, z)
    numbers = [high, z - high, BAND / abs(slope), slope - mpf(float(slope))]
    numbers += [psi(k, z) / factorial(k + 1) for k in range(TERMS)]
    digits = [float(v).hex() for v in numbers]
    return "{" + ", ".join(digits[:4]) + ", {" + ", ".join(digits[4:]) + "}},"


def zeros():
    print("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
    print("// Made by approx/gamma.py: the zeros of log |Gamma| below -2.")
    print("#pragma once")
    print()
    print("// The zero in two parts, how far from it the series is used, the series from its first power on and,")
    print("// before it, the second part of its first coefficient. Two for each integer n from -2 down: the one")
    print("// below n, the one above it. -2 has none above.")
    print("struct GammaZero {")
    print(f"  double high, low, width, slopeLow, series[{TERMS}];")
    print("};")
    print(f"constexpr GammaZero kGammaZeros[{2 * (LAST - 1)}] = {{")
    for n in range(2, LAST + 1):
        for side in -1, 1:
            print(row(n, side) if (n, side) != (2, 1) else "{0, 0, 0, 0, {}},")
    print("};")


if __name__ == "__main__":
    zeros() if "--zeros" in sys.argv else polynomials()
