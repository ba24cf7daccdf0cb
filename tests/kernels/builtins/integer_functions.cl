// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The integer functions on every type at every width: kernel <function>_<type>.
#include "widths.h"

#define X(n) LOAD_##n(i, x)
#define Y(n) LOAD_##n(i, y)
#define Z(n) LOAD_##n(i, z)
#define KERNEL(name, type, resultType, BODY)                                                 \
  kernel void name##_##type(global const type *x, global const type *y, global const type *z, \
                            global resultType *out) {                                        \
    const int i = get_global_id(0);                                                          \
    AT_EVERY_WIDTH(BODY, type);                                                              \
  }
#define PUT(n, section, value) STORE_##n(value, i, out + section * COUNT)

#define BODY_abs(type, n, section) PUT(n, section, abs(X(n)))
#define BODY_abs_diff(type, n, section) PUT(n, section, abs_diff(X(n), Y(n)))
#define BODY_add_sat(type, n, section) PUT(n, section, add_sat(X(n), Y(n)))
#define BODY_sub_sat(type, n, section) PUT(n, section, sub_sat(X(n), Y(n)))
#define BODY_hadd(type, n, section) PUT(n, section, hadd(X(n), Y(n)))
#define BODY_rhadd(type, n, section) PUT(n, section, rhadd(X(n), Y(n)))
#define BODY_clamp(type, n, section) PUT(n, section, clamp(X(n), min(Y(n), Z(n)), max(Y(n), Z(n))))
#define BODY_clz(type, n, section) PUT(n, section, clz(X(n)))
#define BODY_ctz(type, n, section) PUT(n, section, ctz(X(n)))
#define BODY_popcount(type, n, section) PUT(n, section, popcount(X(n)))
#define BODY_mad_hi(type, n, section) PUT(n, section, mad_hi(X(n), Y(n), Z(n)))
#define BODY_mad_sat(type, n, section) PUT(n, section, mad_sat(X(n), Y(n), Z(n)))
#define BODY_max(type, n, section) PUT(n, section, max(X(n), Y(n)))
#define BODY_min(type, n, section) PUT(n, section, min(X(n), Y(n)))
#define BODY_mul_hi(type, n, section) PUT(n, section, mul_hi(X(n), Y(n)))
#define BODY_rotate(type, n, section) PUT(n, section, rotate(X(n), Y(n)))
#define BODY_bitselect(type, n, section) PUT(n, section, bitselect(X(n), Y(n), Z(n)))
#define BODY_mul24(type, n, section) PUT(n, section, mul24(X(n), Y(n)))
#define BODY_mad24(type, n, section) PUT(n, section, mad24(X(n), Y(n), Z(n)))

#define ALL_OF(type, unsignedType)                     \
  KERNEL(abs, type, unsignedType, BODY_abs)            \
  KERNEL(abs_diff, type, unsignedType, BODY_abs_diff)  \
  KERNEL(add_sat, type, type, BODY_add_sat)            \
  KERNEL(sub_sat, type, type, BODY_sub_sat)            \
  KERNEL(hadd, type, type, BODY_hadd)                  \
  KERNEL(rhadd, type, type, BODY_rhadd)                \
  KERNEL(clamp, type, type, BODY_clamp)                \
  KERNEL(clz, type, type, BODY_clz)                    \
  KERNEL(ctz, type, type, BODY_ctz)                    \
  KERNEL(popcount, type, type, BODY_popcount)          \
  KERNEL(mad_hi, type, type, BODY_mad_hi)              \
  KERNEL(mad_sat, type, type, BODY_mad_sat)            \
  KERNEL(max, type, type, BODY_max)                    \
  KERNEL(min, type, type, BODY_min)                    \
  KERNEL(mul_hi, type, type, BODY_mul_hi)              \
  KERNEL(rotate, type, type, BODY_rotate)              \
  KERNEL(bitselect, type, type, BODY_bitselect)
ALL_OF(char, uchar)
ALL_OF(uchar, uchar)
ALL_OF(short, ushort)
ALL_OF(ushort, ushort)
ALL_OF(int, uint)
ALL_OF(uint, uint)
ALL_OF(long, ulong)
ALL_OF(ulong, ulong)
KERNEL(mul24, int, int, BODY_mul24)
KERNEL(mul24, uint, uint, BODY_mul24)
KERNEL(mad24, int, int, BODY_mad24)
KERNEL(mad24, uint, uint, BODY_mad24)

#define UPSAMPLE(low, high, wide)                                                          \
  kernel void upsample_##high(global const high *x, global const low *y, global wide *out) { \
    const int i = get_global_id(0);                                                        \
    AT_EVERY_WIDTH(BODY_upsample, wide);                                                   \
  }
#define BODY_upsample(type, n, section) PUT(n, section, upsample(X(n), Y(n)))
UPSAMPLE(uchar, char, short)
UPSAMPLE(uchar, uchar, ushort)
UPSAMPLE(ushort, short, int)
UPSAMPLE(ushort, ushort, uint)
UPSAMPLE(uint, int, long)
UPSAMPLE(uint, uint, ulong)
