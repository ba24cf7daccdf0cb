// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Saturated conversions of half, of scalars and of vectors.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define KERNELS(type)                                                         \
  kernel void to_##type(global const half *x, global type *out) {             \
    out[get_global_id(0)] = convert_##type##_sat(x[get_global_id(0)]);        \
  }                                                                           \
  kernel void to_##type##8(global const half *x, global type *out) {          \
    const size_t i = get_global_id(0);                                        \
    if (i % 8 == 0) vstore8(convert_##type##8_sat(vload8(i / 8, x)), i / 8, out); \
  }
KERNELS(char)
KERNELS(uchar)
KERNELS(short)
KERNELS(ushort)
KERNELS(int)
KERNELS(uint)
KERNELS(long)
KERNELS(ulong)
