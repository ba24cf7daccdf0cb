// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays that begin behind a protected page or end in front of one. Each work-item accesses an
// element of them; those that would access one outside do not.

kernel void addressOf(global const uchar* in, global ulong* out) { *out = (ulong)in; }

#define KERNELS(T, NAME)                                                                           \
  kernel void some_##NAME(global const T* in, global T* out, global const uchar* which, int n) {   \
    const int i = get_global_id(0);                                                                \
    if (i < n && which[i] > 2) out[i] = in[i] + (T)1;                                              \
  }                                                                                                \
  kernel void backwards_##NAME(global const T* in, global T* out, global const uchar* which,       \
                               int n) {                                                            \
    const int i = get_global_id(0);                                                                \
    if (i < n && which[i] > 1) out[n - 1 - i] = in[n - 1 - i] + (T)1;                              \
  }                                                                                                \
  kernel void before_##NAME(global const T* in, global T* out, global const uchar* which, int n) { \
    const int i = get_global_id(0);                                                                \
    if (i >= n) return;                                                                            \
    T sum = in[i];                                                                                 \
    if (i > 0) sum += in[i - 1];                                                                   \
    if (i < n - 1) sum += in[i + 1];                                                               \
    out[i] = sum;                                                                                  \
  }                                                                                                \
  kernel void gaps_##NAME(global const T* in, global T* out, global const uchar* which, int n) {   \
    const int i = get_global_id(0);                                                                \
    if (3 * i < n && which[i]) out[n - 1 - 3 * i] = in[3 * i] + in[n - 1 - 3 * i];                 \
  }                                                                                                \
  kernel void partners_##NAME(global const T* in, global T* out, global const uchar* which,        \
                              int n) {                                                             \
    const int i = get_global_id(0), j = i ^ 2;                                                     \
    if (i < n && j < n) out[j] = which[i] > 3 ? in[j] : in[i];                                     \
  }

KERNELS(uchar, uchar)
KERNELS(ushort, ushort)
KERNELS(uint, uint)
KERNELS(ulong, ulong)
KERNELS(float, float)
KERNELS(uchar2, uchar2)
KERNELS(uchar4, uchar4)
KERNELS(short8, short8)
KERNELS(float4, float4)
