// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One half operation per kernel, on scalars and on vectors. y[0] and z[0] are uniform.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define KERNELS(name, expression)                                                                   \
  kernel void name(global const half *xs, global const half *y, global const half *z,               \
                   global half *out) {                                                              \
    const half x = xs[get_global_id(0)], a = y[0], b = z[0];                                        \
    out[get_global_id(0)] = expression;                                                             \
  }                                                                                                 \
  kernel void name##8(global const half *xs, global const half *y, global const half *z,            \
                      global half *out) {                                                           \
    if (get_global_id(0) % 8) return;                                                               \
    const half8 x = vload8(get_global_id(0) / 8, xs), a = (half8)(y[0]), b = (half8)(z[0]);         \
    vstore8(expression, get_global_id(0) / 8, out);                                                 \
  }

KERNELS(add, x + a)
KERNELS(subtract, x - a)
KERNELS(multiply, x * a)
KERNELS(divide, x / a)
KERNELS(root, sqrt(x))
KERNELS(fused, fma(x, a, b))
KERNELS(smaller, fmin(x, a))
KERNELS(larger, fmax(x, a))
KERNELS(down, floor(x))
KERNELS(up, ceil(x))
KERNELS(toward_zero, trunc(x))
KERNELS(to_even, rint(x))
KERNELS(away, round(x))
KERNELS(choice, x < a ? b : x)
KERNELS(choice_if_unordered, !(x >= a) ? b : x)
