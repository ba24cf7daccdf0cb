// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between f16 and the wider types where the CPU has no instruction for them. Code
// generation calls them by these names.
#include "builtins/scalar.h"

// The significand moves to its place, and the exponent gets another bias. Behind a subnormal
// number's 2^-14, which is taken off, digits are not flushed.
INLINE f32 widened(u16 half) {
  const u32 magnitude = u32(half & 0x7fff) << 13;
  const f32 subnormal = bitsAs<f32>(magnitude + 0x38800000) - 0x1p-14f;
  const u32 special = magnitude | 0x7f800000;
  const u32 bits = magnitude < 0x00800000    ? bitsAs<u32>(subnormal)
                   : magnitude >= 0x0f800000 ? special
                                             : magnitude + 0x38000000;
  return bitsAs<f32>(bits | u32(half & 0x8000) << 16);
}

// Rounds a f32 to nearest even on its bits. `sticky`: the number was already truncated.
INLINE u16 narrowed(u32 bits, bool sticky) {
  const u16 sign = u16(bits >> 16 & 0x8000);
  const u32 magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return u16(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
  if (magnitude >= 0x47800000) return u16(sign | 0x7c00);
  // Significand and the shift that leaves units of f16's last place, more of it below 2^-14.
  const int exponent = int(magnitude >> 23) - 127;
  if (exponent < -26) return sign;
  const u32 significand = (magnitude & 0x7fffff) | 0x800000;
  const int shift = exponent < -14 ? 13 + (-14 - exponent) : 13;
  const u32 kept = significand >> shift;
  const u32 rest = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
  const bool up = rest > half || (rest == half && (sticky || (kept & 1)));
  const u32 base = exponent < -14 ? 0 : u32(exponent + 14) << 10;
  return u16(sign | (base + kept + up));
}

extern "C" {

f32 __extendhfsf2(f16 x) { return widened(bitsAs<u16>(x)); }
f64 __extendhfdf2(f16 x) { return widened(bitsAs<u16>(x)); }
f16 __truncsfhf2(f32 x) { return bitsAs<f16>(narrowed(bitsAs<u32>(x), false)); }
// Toward zero to f32, with a sticky bit if that was inexact: one rounding in the end.
f16 __truncdfhf2(f64 x) {
  const f32 nearest = f32(x);
  const f64 magnitude = absOf(x), back = absOf(f64(nearest));
  const u32 bits = bitsAs<u32>(nearest) - (back > magnitude);
  return bitsAs<f16>(narrowed(bits, back != magnitude));
}

}  // extern "C"
