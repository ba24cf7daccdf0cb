// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fma for CPUs without the instruction, correctly rounded. Code generation calls it by the names
// of the C library.
#include "builtins/scalar.h"

using w128 = unsigned __int128;

// A finite number other than zero: significand with its top bit at 2^125, times 2^(exponent - 125).
struct Scaled {
  w128 significand;
  int exponent;
};

INLINE int widthOf(w128 x) {
  const u64 high = u64(x >> 64), low = u64(x);
  return high ? 128 - __builtin_clzg(high) : 64 - __builtin_clzg(low, 64);
}
INLINE w128 shiftedSticky(w128 x, int n) {
  if (n > 126) return 1;
  return x >> n | w128((x & ((w128(1) << n) - 1)) != 0);
}
INLINE Scaled scaled(w128 x, int exponentOfUnit) {
  const int width = widthOf(x);  // 127 after a carry
  return {width > 126 ? shiftedSticky(x, width - 126) : x << (126 - width),
          exponentOfUnit + width - 1};
}
struct Parts {
  u64 significand;
  int exponentOfUnit;
};
INLINE Parts partsOf(f64 x) {
  const u64 bits = bitsOf(absOf(x));
  const int field = int(bits >> 52);
  const u64 hidden = field ? u64(1) << 52 : 0;
  return {(bits & 0xfffffffffffff) | hidden, (field ? field : 1) - 1075};
}
// Rounds to nearest even, into subnormals too.
INLINE f64 rounded(Scaled x, bool negative) {
  const int excess = x.exponent < -1022 ? -1022 - x.exponent : 0;
  const w128 aligned = shiftedSticky(x.significand, excess);
  const u64 kept = u64(aligned >> 73);
  const w128 rest = aligned & ((w128(1) << 73) - 1), half = w128(1) << 72;
  const u64 up = rest > half || (rest == half && (kept & 1));
  const u64 field = excess ? 0 : u64(x.exponent + 1022);
  const u64 bits = x.exponent > 1023 ? Type<f64>::infinity : (field << 52) + kept + up;
  return bitsAs<f64>(bits | (negative ? Type<f64>::sign : 0));
}

extern "C" {

f64 fma(f64 a, f64 b, f64 c) {
  const bool special = bitsOf(absOf(a)) >= Type<f64>::infinity ||
                       bitsOf(absOf(b)) >= Type<f64>::infinity ||
                       bitsOf(absOf(c)) >= Type<f64>::infinity;
  if (special || a == 0 || b == 0)
    return bitsOf(absOf(c)) < Type<f64>::infinity ? a * b + c
           : bitsOf(absOf(a)) < Type<f64>::infinity && bitsOf(absOf(b)) < Type<f64>::infinity
               ? c
               : a * b + c;
  const Parts pa = partsOf(a), pb = partsOf(b), pc = partsOf(c);
  const bool negative = ((bitsOf(a) ^ bitsOf(b)) >> 63) != 0, negativeC = bitsOf(c) >> 63 != 0;
  Scaled p = scaled(w128(pa.significand) * pb.significand, pa.exponentOfUnit + pb.exponentOfUnit);
  if (pc.significand == 0) return rounded(p, negative);
  Scaled q = scaled(pc.significand, pc.exponentOfUnit);
  const bool productSmaller = p.exponent < q.exponent;
  const Scaled large = productSmaller ? q : p, small = productSmaller ? p : q;
  const bool sign = productSmaller ? negativeC : negative;
  const w128 added = shiftedSticky(small.significand, large.exponent - small.exponent);
  if (negative == negativeC)
    return rounded(scaled(large.significand + added, large.exponent - 125), sign);
  if (large.significand == added) return 0;
  const bool flips = large.significand < added;
  const w128 rest = flips ? added - large.significand : large.significand - added;
  return rounded(scaled(rest, large.exponent - 125), sign != flips);
}

f32 fmaf(f32 a, f32 b, f32 c) { return fmaInF64(a, b, c); }

}  // extern "C"
