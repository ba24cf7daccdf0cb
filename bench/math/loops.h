// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the loops over functions share with who runs them: the program that times them, and the test
// that compares the wide forms with the scalar one.
#pragma once

namespace lanewise::bench {

// Which parameters a function has: numbers (X, Y, Z), an integer (N), the bits of a number (B), and
// a pointer to a second result, a number (P) or an integer (Q). ToI gives an integer.
enum class Arguments { X, XY, XYZ, XN, XP, XQ, XYQ, B, ToI };
constexpr bool hasInteger(Arguments a) { return a == Arguments::XN; }
constexpr bool givesIntegers(Arguments a) {
  return a == Arguments::XQ || a == Arguments::XYQ || a == Arguments::ToI;
}

constexpr long kCount = 2048;  // of arguments: they and the results stay in the first-level cache

// kCount arguments and results. y has integers of 32 bits where the function takes one. `other` has
// the second results, or the integers that are the only ones.
struct Operands {
  const void *x, *y, *z;
  void *result, *other;
};
using Loop = void (*)(const Operands&);
// This many arguments at a time; no lanes: there is no such form.
struct Wide {
  int lanes;
  Loop run;
};
struct Measured {
  const char* name;
  int bits;
  Arguments arguments;
  double low, high, low2, high2;
  bool (*isRare)(const Operands&, long i);  // a vector of arguments with these takes the scalar way
  Loop one;
  Wide wide[3];  // the forms that the level has, the widest last
  const Wide* widest() const {
    const Wide* last = nullptr;
    for (const Wide& form : wide)
      if (form.lanes) last = &form;
    return last;
  }
};
struct Family {
  const Measured* begin;
  int size;
};
extern const Family kExp, kLog, kTrig, kArc, kHyperbolic, kRoots, kPow, kErf, kGamma, kRounding, kBits,
    kCommon, kRemainder, kNative;
inline const Family* const kFamilies[] = {
    &kExp, &kLog,   &kTrig,     &kArc,  &kHyperbolic, &kRoots,     &kPow,
    &kErf, &kGamma, &kRounding, &kBits, &kCommon,     &kRemainder, &kNative};

// SLEEF's function at as many lanes as the level's registers have, null if it has none for ours of
// a name.
struct Peer {
  const char* name;  // ours
  const char* accuracy;
  Loop f32, f64;
};
const Peer* sleefOf(const char* name);
int sleefLanes(int bits);  // of numbers of so many bits

}  // namespace lanewise::bench
