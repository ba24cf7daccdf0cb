// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations that C leaves undefined: in OpenCL C none of them traps.

#define KERNELS(type)                                                                    \
  kernel void divide_##type(global const type *a, global const type *b, global type *out) { \
    const int i = get_global_id(0);                                                      \
    out[2 * i] = a[i] / b[i];                                                            \
    out[2 * i + 1] = a[i] % b[i];                                                        \
  }                                                                                      \
  kernel void divide4_##type(global const type *a, global const type *b, global type *out) { \
    const int i = get_global_id(0);                                                      \
    vstore4(vload4(i, a) / vload4(i, b), 2 * i, out);                                    \
    vstore4(vload4(i, a) % vload4(i, b), 2 * i + 1, out);                                \
  }                                                                                      \
  kernel void shift_##type(global const type *a, global const type *b, global type *out) { \
    const int i = get_global_id(0);                                                      \
    out[2 * i] = a[i] << b[i];                                                           \
    out[2 * i + 1] = a[i] >> b[i];                                                       \
  }                                                                                      \
  kernel void shift4_##type(global const type *a, global const type *b, global type *out) { \
    const int i = get_global_id(0);                                                      \
    vstore4(vload4(i, a) << vload4(i, b), 2 * i, out);                                   \
    vstore4(vload4(i, a) >> vload4(i, b), 2 * i + 1, out);                               \
  }                                                                                      \
  kernel void wrap_##type(global const type *a, global const type *b, global type *out) { \
    const int i = get_global_id(0);                                                      \
    out[3 * i] = a[i] + b[i];                                                            \
    out[3 * i + 1] = a[i] * b[i];                                                        \
    out[3 * i + 2] = -a[i];                                                              \
  }
KERNELS(char) KERNELS(uchar) KERNELS(short) KERNELS(ushort)
KERNELS(int) KERNELS(uint) KERNELS(long) KERNELS(ulong)
