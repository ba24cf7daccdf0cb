// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FUNCTION with the signature FORM on float, double and half for every width. One module per function.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "widths.h"

#define X(n) LOAD_##n(i, x)
#define Y(n) LOAD_##n(i, y)
#define Z(n) LOAD_##n(i, z)
#define N(n) LOAD_##n(i, k)
#define PUT(n, section, value) STORE_##n(value, i, out + section * COUNT)

#define unary(type, n, section) PUT(n, section, FUNCTION(X(n)))
#define binary(type, n, section) PUT(n, section, FUNCTION(X(n), Y(n)))
#define ternary(type, n, section) PUT(n, section, FUNCTION(X(n), Y(n), Z(n)))
#define with_int(type, n, section) PUT(n, section, FUNCTION(X(n), N(n)))
#define to_int(type, n, section) STORE_##n(FUNCTION(X(n)), i, outInt + section * COUNT)
#define float_pointer(type, n, section)                 \
  TYPE_##n(type) second;                                \
  PUT(n, section, FUNCTION(X(n), &second));             \
  STORE_##n(second, i, out2 + section * COUNT)
#define int_pointer(type, n, section)                   \
  TYPE_##n(int) second;                                 \
  PUT(n, section, FUNCTION(X(n), &second));             \
  STORE_##n(second, i, outInt + section * COUNT)
#define binary_int_pointer(type, n, section)            \
  TYPE_##n(int) second;                                 \
  PUT(n, section, FUNCTION(X(n), Y(n), &second));       \
  STORE_##n(second, i, outInt + section * COUNT)

#define KERNEL(type)                                                                          \
  kernel void on_##type(global const type *x, global const type *y, global const type *z,     \
                        global const int *k, global type *out, global type *out2,             \
                        global int *outInt) {                                                 \
    const int i = get_global_id(0);                                                           \
    AT_EVERY_WIDTH(FORM, type);                                                               \
  }

KERNEL(float)
#ifndef FLOAT_ONLY
KERNEL(double)
KERNEL(half)
#endif
