// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All functions of independence.def one after the other: block k of out has the results of row k.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define UNARY(f) out[count * k++ + i] = f(x[i]);
#define BINARY(f) out[count * k++ + i] = f(x[i], y[i]);
#define WITH_INT(f) out[count * k++ + i] = f(x[i], n[i]);
#define TERNARY(f) out[count * k++ + i] = f(x[i], y[i], x[count - 1 - i]);

#define KERNEL(type)                                                                            \
  kernel void on_##type(global const type *x, global const type *y, global const int *n,       \
                        global type *out) {                                                     \
    const size_t i = get_global_id(0), count = get_global_size(0);                              \
    size_t k = 0;

KERNEL(float)
#include "independence.def"
}
KERNEL(double)
#include "independence.def"
}
KERNEL(half)
#include "independence.def"
}
