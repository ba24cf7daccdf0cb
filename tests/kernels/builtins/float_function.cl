// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FUNCTION, whose arguments are ARGUMENTS (a name of functions.def), on float, double and half at every width.
// One module per function.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "widths.h"

#define X(n) LOAD_##n(i, x)
#define Y(n) LOAD_##n(i, y)
#define Z(n) LOAD_##n(i, z)
#define N(n) LOAD_##n(i, k)
#define PUT(n, section, value) STORE_##n(value, i, out + section * COUNT)

#define ARGUMENTS_X(type, n, section) PUT(n, section, FUNCTION(X(n)))
#define ARGUMENTS_XY(type, n, section) PUT(n, section, FUNCTION(X(n), Y(n)))
#define ARGUMENTS_XYZ(type, n, section) PUT(n, section, FUNCTION(X(n), Y(n), Z(n)))
#define ARGUMENTS_XN(type, n, section) PUT(n, section, FUNCTION(X(n), N(n)))
#define ARGUMENTS_ToI(type, n, section) STORE_##n(FUNCTION(X(n)), i, outInt + section * COUNT)
#define ARGUMENTS_XP(type, n, section)                 \
  TYPE_##n(type) second;                                \
  PUT(n, section, FUNCTION(X(n), &second));             \
  STORE_##n(second, i, out2 + section * COUNT)
#define ARGUMENTS_XQ(type, n, section)                   \
  TYPE_##n(int) second;                                 \
  PUT(n, section, FUNCTION(X(n), &second));             \
  STORE_##n(second, i, outInt + section * COUNT)
#define ARGUMENTS_XYQ(type, n, section)            \
  TYPE_##n(int) second;                                 \
  PUT(n, section, FUNCTION(X(n), Y(n), &second));       \
  STORE_##n(second, i, outInt + section * COUNT)

#define KERNEL(type)                                                                          \
  kernel void on_##type(global const type *x, global const type *y, global const type *z,     \
                        global const int *k, global type *out, global type *out2,             \
                        global int *outInt) {                                                 \
    const int i = get_global_id(0);                                                           \
    AT_EVERY_WIDTH(ARGUMENTS, type);                                                               \
  }

KERNEL(float)
#ifndef FLOAT_ONLY
KERNEL(double)
KERNEL(half)
#endif
