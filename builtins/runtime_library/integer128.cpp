// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 128-bit multiplication, division and shifts, by the names that code generation uses.
#include "builtins/scalar.h"

using s128 = __int128;
using w128 = unsigned __int128;

INLINE w128 wide(u64 high, u64 low) { return w128(high) << 64 | low; }

struct Quotient {
  w128 quotient, rest;
};

// One bit per step: short code for a rare case, instead of schoolbook division in base 2^32. The
// result of a division by zero is unspecified.
INLINE Quotient divide(w128 n, w128 d) {
  const u64 high = u64(n >> 64), divisorHigh = u64(d >> 64);
  if (high == 0 && divisorHigh == 0) {
    const u64 divisor = u64(d) ? u64(d) : 1;
    return {u64(n) / divisor, u64(n) % divisor};
  }
  w128 quotient = 0, rest = 0;
  for (int i = 127; i >= 0; --i) {
    const bool carry = u64(rest >> 127) != 0;
    rest = rest << 1 | (n >> i & 1);
    const bool fits = carry || rest >= d;
    rest -= fits ? d : 0;
    quotient |= w128(fits) << i;
  }
  return {quotient, rest};
}
INLINE w128 magnitude(s128 x) { return x < 0 ? -w128(x) : w128(x); }

extern "C" {

s128 __multi3(s128 a, s128 b) {
  const u64 al = u64(a), bl = u64(b);
  const u64 a0 = u32(al), a1 = al >> 32, b0 = u32(bl), b1 = bl >> 32;
  const u64 low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + u32(middle);
  const u64 high = a1 * b1 + (middle >> 32) + (other >> 32);
  const u64 cross = u64(w128(a) >> 64) * bl + al * u64(w128(b) >> 64);
  return s128(wide(high + cross, other << 32 | u32(low)));
}
w128 __udivti3(w128 a, w128 b) { return divide(a, b).quotient; }
w128 __umodti3(w128 a, w128 b) { return divide(a, b).rest; }
w128 __udivmodti4(w128 a, w128 b, w128* rest) {
  const Quotient q = divide(a, b);
  if (rest) *rest = q.rest;
  return q.quotient;
}
s128 __divti3(s128 a, s128 b) {
  const w128 q = divide(magnitude(a), magnitude(b)).quotient;
  return s128((a < 0) != (b < 0) ? -q : q);
}
s128 __modti3(s128 a, s128 b) {
  const w128 r = divide(magnitude(a), magnitude(b)).rest;
  return s128(a < 0 ? -r : r);
}
w128 __ashlti3(w128 a, int n) {
  const u64 low = u64(a), high = u64(a >> 64);
  if (n & 64) return wide(low << (n & 63), 0);
  return n == 0 ? a : wide(high << n | low >> (64 - n), low << n);
}
w128 __lshrti3(w128 a, int n) {
  const u64 low = u64(a), high = u64(a >> 64);
  if (n & 64) return wide(0, high >> (n & 63));
  return n == 0 ? a : wide(high >> n, low >> n | high << (64 - n));
}
s128 __ashrti3(s128 a, int n) {
  const u64 low = u64(a);
  const i64 high = i64(w128(a) >> 64);
  if (n & 64) return s128(wide(u64(high >> 63), u64(high >> (n & 63))));
  return n == 0 ? a : s128(wide(u64(high >> n), low >> n | u64(high) << (64 - n)));
}

}  // extern "C"
