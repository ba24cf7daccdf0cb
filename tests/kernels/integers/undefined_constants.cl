// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant operations with an undefined result, and a branch on it: the store after the branch is
// executed anyway.

int divide(int a, int b) { return a / b; }
int remain(int a, int b) { return a % b; }
int toInt(float f) { return (int)f; }
uchar toByte(float f) { return (uchar)f; }
int4 remain4(int4 a, int4 b) { return a % b; }

#define KERNEL(name, value)                                      \
  kernel void name(global const int *in, global int *out) {      \
    const size_t i = get_global_id(0);                           \
    if ((value) > 5) out[i + 64] = 1;                            \
    out[i] = 7;                                                  \
  }
KERNEL(by_zero, divide(in[i], 0))
KERNEL(constant_by_zero, divide(4, 0))
KERNEL(lowest_by_minus_one, divide(INT_MIN, -1))
KERNEL(remainder_by_zero, remain(in[i], 0))
KERNEL(vector_remainder, remain4((int4)(in[i]), (int4)(0)).y)
KERNEL(too_large, toInt(1e20f))
KERNEL(infinite, toInt(INFINITY))
KERNEL(negative, toByte(-3000.0f))

kernel void loops(global const int *in, global int *out) {
  const size_t i = get_global_id(0);
  for (int k = 0; k < min(toInt(INFINITY), 10); ++k) out[i + 64] += k;
  switch (divide(in[i], 0)) {
    case 0: out[i + 64] = 3; break;
    case 1: out[i + 64] = 4; break;
    default: out[i + 64] = 5;
  }
  out[i] = 7;
}
