// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types, bit casts and lines (LW, CLAIM, SWEEP) that every family uses. Freestanding: device
// code includes nothing else but headers of this folder.
#pragma once

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
using i32 = int;
using u32 = unsigned int;
using i64 = long;
using u64 = unsigned long;
using i128 = signed _BitInt(128);
using u128 = unsigned _BitInt(128);
using usize = u64;
using f16 = _Float16;
using f32 = float;
using f64 = double;
static_assert(sizeof(i64) == 8);

// A function of the library. Its name is the contract of compiler/README.md.
#define LW extern "C"
// A function that stays a call: the support archive has it (Large in opencl_std.def).
#define LW_LARGE extern "C" [[gnu::noinline]]
// The worst error over all arguments in units in the last place, and the ranges that are swept on
// top of random bit patterns, of the function that stands above. generate.py reads these lines.
#define CLAIM(type, ulp) static_assert(true);
#define SWEEP(lo, hi, count) static_assert(true);

// Helpers are inlined into the functions that use them.
#define INLINE [[gnu::always_inline]] static inline

template <class To, class From>
INLINE To bitsAs(From value) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}
