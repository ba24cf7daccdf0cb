// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The larger and the smaller of two numbers, under the names of the C library. LLVM calls them for
// half precision without the instructions, although it has code for float.
#include "builtins/scalar.h"

// Of a NaN and a number, the number is chosen.
extern "C" {
f32 fmaxf(f32 x, f32 y) { return x != x || x < y ? y : x; }
f32 fminf(f32 x, f32 y) { return x != x || y < x ? y : x; }
}  // extern "C"
