// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions to half, and back to the type where it is one of floating-point numbers.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define KERNELS(type)                                                                    \
  kernel void from_##type(global const type *x, global half *out) {                      \
    out[get_global_id(0)] = convert_half(x[get_global_id(0)]);                           \
  }                                                                                      \
  kernel void from_##type##4(global const type *x, global half *out) {                   \
    const size_t i = get_global_id(0);                                                   \
    if (i % 4 == 0) vstore4(convert_half4(vload4(i / 4, x)), i / 4, out);                \
  }
KERNELS(float)
KERNELS(double)
KERNELS(short)
KERNELS(ushort)
KERNELS(int)
KERNELS(uint)
KERNELS(long)
KERNELS(ulong)

#define BACK(type)                                                                       \
  kernel void to_##type(global const half *x, global type *out) {                        \
    out[get_global_id(0)] = convert_##type(x[get_global_id(0)]);                         \
  }                                                                                      \
  kernel void to_##type##4(global const half *x, global type *out) {                     \
    const size_t i = get_global_id(0);                                                   \
    if (i % 4 == 0) vstore4(convert_##type##4(vload4(i / 4, x)), i / 4, out);            \
  }
BACK(float)
BACK(double)
