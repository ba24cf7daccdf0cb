// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All functions of independence.def in sequence: block k of out has the results of row k. The code
// around them has no effect, however it is contracted or relaxed, because `one` is 1 and `zero` is
// -0, which the compiler does not know.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define AROUND(result) out[count * k++ + i] = (result) * one + zero;
#define X (x[i] * one + zero)
#define Y (y[i] * one + zero)
#define Z (x[count - 1 - i] * one + zero)

#define UNARY(f) AROUND(f(X))
#define BINARY(f) AROUND(f(X, Y))
#define WITH_INT(f) AROUND(f(X, n[i]))
#define TERNARY(f) AROUND(f(X, Y, Z))
#define TO_INT(f) AROUND(f(X))
#define WITH_POINTER(f) { TYPE second; AROUND(f(X, &second)) AROUND(second) }
#define INT_POINTER(f) { int second; AROUND(f(X, &second)) AROUND(second) }
#define BINARY_INT_POINTER(f) { int second; AROUND(f(X, Y, &second)) AROUND(second) }
#define NOTHING out[count * k++ + i] = 0;

#define KERNEL(name)                                                                             \
  kernel void name(global const TYPE *x, global const TYPE *y, global const int *n, TYPE one,   \
                   TYPE zero, global TYPE *out) {                                               \
    const size_t i = get_global_id(0), count = get_global_size(0);                              \
    size_t k = 0;

#define UNARY_FLOAT(f) AROUND(f(X))
#define BINARY_FLOAT(f) AROUND(f(X, Y))
#define TYPE float
KERNEL(on_float)
#include "independence.def"
}
KERNEL(uncontracted_float)
{
#pragma OPENCL FP_CONTRACT OFF
#include "independence.def"
}
}
#undef UNARY_FLOAT
#undef BINARY_FLOAT
#undef TYPE

#define UNARY_FLOAT(f) NOTHING
#define BINARY_FLOAT(f) NOTHING
#define TYPE double
KERNEL(on_double)
#include "independence.def"
}
KERNEL(uncontracted_double)
{
#pragma OPENCL FP_CONTRACT OFF
#include "independence.def"
}
}
#undef TYPE

#define TYPE half
KERNEL(on_half)
#include "independence.def"
}
KERNEL(uncontracted_half)
{
#pragma OPENCL FP_CONTRACT OFF
#include "independence.def"
}
}
