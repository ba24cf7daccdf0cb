// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer functions of OpenCL.std, for 8, 16, 32 and 64 bits.
#include "builtins/scalar.h"

LW i32 lw_s_add_sat_i32_i32(i32 x, i32 y) { return __builtin_elementwise_add_sat(x, y); }
LW i32 lw_clz_i32(u32 x) { return __builtin_clzg(x, 32); }
