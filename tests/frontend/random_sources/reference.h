// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What OpenCL C has and C and C++ do not, with Clang's extensions: for the programs of
// write_sources.py on the host. The caller sets the work-item. Conversions are written by
// write_sources.py, with limited(), toIntegral() and inFormat(). Included once: no include guard.

// Macros, a function in a line. clang-format changes them each time.
// clang-format off
#ifdef __cplusplus
#define OVERLOADABLE static inline
#define kernel extern "C"
extern "C" {
unsigned long workItem;
}
#else
#include <stdbool.h>
#define OVERLOADABLE static inline __attribute__((overloadable))
#define kernel
unsigned long workItem;
#endif
#include <float.h>
#include <limits.h>
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VAL __builtin_huge_val()
#define MAXFLOAT FLT_MAX
#define constant const
#define __constant const
#define global
#define __global
#define get_global_id(dimension) workItem

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;
typedef _Float16 half;
#define VECTORS(type)                                               \
  typedef type type##2 __attribute__((ext_vector_type(2)));         \
  typedef type type##3 __attribute__((ext_vector_type(3)));         \
  typedef type type##4 __attribute__((ext_vector_type(4)));         \
  typedef type type##8 __attribute__((ext_vector_type(8)));         \
  typedef type type##16 __attribute__((ext_vector_type(16)));
VECTORS(char) VECTORS(uchar) VECTORS(short) VECTORS(ushort) VECTORS(int) VECTORS(uint)
VECTORS(long) VECTORS(ulong) VECTORS(half) VECTORS(float) VECTORS(double)

#define BITS_AS(type, x)                                                    \
  ({                                                                        \
    __typeof__(x) bits_from = (x);                                          \
    type bits_to;                                                           \
    __builtin_memcpy((void*)&bits_to, (const void*)&bits_from, sizeof bits_to); \
    bits_to;                                                                \
  })
#define as_char(x) BITS_AS(char, x)
#define as_char2(x) BITS_AS(char2, x)
#define as_char3(x) BITS_AS(char3, x)
#define as_char4(x) BITS_AS(char4, x)
#define as_char8(x) BITS_AS(char8, x)
#define as_char16(x) BITS_AS(char16, x)
#define as_uchar(x) BITS_AS(uchar, x)
#define as_uchar2(x) BITS_AS(uchar2, x)
#define as_uchar3(x) BITS_AS(uchar3, x)
#define as_uchar4(x) BITS_AS(uchar4, x)
#define as_uchar8(x) BITS_AS(uchar8, x)
#define as_uchar16(x) BITS_AS(uchar16, x)
#define as_short(x) BITS_AS(short, x)
#define as_short2(x) BITS_AS(short2, x)
#define as_short3(x) BITS_AS(short3, x)
#define as_short4(x) BITS_AS(short4, x)
#define as_short8(x) BITS_AS(short8, x)
#define as_short16(x) BITS_AS(short16, x)
#define as_ushort(x) BITS_AS(ushort, x)
#define as_ushort2(x) BITS_AS(ushort2, x)
#define as_ushort3(x) BITS_AS(ushort3, x)
#define as_ushort4(x) BITS_AS(ushort4, x)
#define as_ushort8(x) BITS_AS(ushort8, x)
#define as_ushort16(x) BITS_AS(ushort16, x)
#define as_int(x) BITS_AS(int, x)
#define as_int2(x) BITS_AS(int2, x)
#define as_int3(x) BITS_AS(int3, x)
#define as_int4(x) BITS_AS(int4, x)
#define as_int8(x) BITS_AS(int8, x)
#define as_int16(x) BITS_AS(int16, x)
#define as_uint(x) BITS_AS(uint, x)
#define as_uint2(x) BITS_AS(uint2, x)
#define as_uint3(x) BITS_AS(uint3, x)
#define as_uint4(x) BITS_AS(uint4, x)
#define as_uint8(x) BITS_AS(uint8, x)
#define as_uint16(x) BITS_AS(uint16, x)
#define as_long(x) BITS_AS(long, x)
#define as_long2(x) BITS_AS(long2, x)
#define as_long3(x) BITS_AS(long3, x)
#define as_long4(x) BITS_AS(long4, x)
#define as_long8(x) BITS_AS(long8, x)
#define as_long16(x) BITS_AS(long16, x)
#define as_ulong(x) BITS_AS(ulong, x)
#define as_ulong2(x) BITS_AS(ulong2, x)
#define as_ulong3(x) BITS_AS(ulong3, x)
#define as_ulong4(x) BITS_AS(ulong4, x)
#define as_ulong8(x) BITS_AS(ulong8, x)
#define as_ulong16(x) BITS_AS(ulong16, x)
#define as_half(x) BITS_AS(half, x)
#define as_half2(x) BITS_AS(half2, x)
#define as_half3(x) BITS_AS(half3, x)
#define as_half4(x) BITS_AS(half4, x)
#define as_half8(x) BITS_AS(half8, x)
#define as_half16(x) BITS_AS(half16, x)
#define as_float(x) BITS_AS(float, x)
#define as_float2(x) BITS_AS(float2, x)
#define as_float3(x) BITS_AS(float3, x)
#define as_float4(x) BITS_AS(float4, x)
#define as_float8(x) BITS_AS(float8, x)
#define as_float16(x) BITS_AS(float16, x)
#define as_double(x) BITS_AS(double, x)
#define as_double2(x) BITS_AS(double2, x)
#define as_double3(x) BITS_AS(double3, x)
#define as_double4(x) BITS_AS(double4, x)
#define as_double8(x) BITS_AS(double8, x)
#define as_double16(x) BITS_AS(double16, x)

// Builtins of `a`, `b` and `c` for the types that write_sources.py calls them with.
#define ON_VECTOR(type, width, name, parameters, call)                \
  OVERLOADABLE type##width name parameters {                          \
    type##width r;                                                    \
    for (int i = 0; i < width; ++i) r[i] = (type)call;                \
    return r;                                                         \
  }
#define ONE(name, value)                                              \
  OVERLOADABLE uint name(uint a) { typedef uint T; return value; }    \
  OVERLOADABLE int name(int a) { typedef uint T; return value; }      \
  OVERLOADABLE ulong name(ulong a) { typedef ulong T; return value; } \
  ON_VECTOR(uint, 2, name, (uint2 a), name(a[i]))                     \
  ON_VECTOR(uint, 4, name, (uint4 a), name(a[i]))
#define TWO(name, value)                                                       \
  OVERLOADABLE uint name(uint a, uint b) { typedef uint T; return value; }     \
  OVERLOADABLE int name(int a, int b) { typedef int T; return value; }         \
  OVERLOADABLE ulong name(ulong a, ulong b) { typedef ulong T; return value; } \
  ON_VECTOR(uint, 2, name, (uint2 a, uint2 b), name(a[i], b[i]))               \
  ON_VECTOR(uint, 4, name, (uint4 a, uint4 b), name(a[i], b[i]))
#define THREE(name, value)                                                              \
  OVERLOADABLE uint name(uint a, uint b, uint c) { typedef uint T; return value; }      \
  OVERLOADABLE int name(int a, int b, int c) { typedef int T; return value; }           \
  OVERLOADABLE ulong name(ulong a, ulong b, ulong c) { typedef ulong T; return value; } \
  ON_VECTOR(uint, 2, name, (uint2 a, uint2 b, uint2 c), name(a[i], b[i], c[i]))         \
  ON_VECTOR(uint, 4, name, (uint4 a, uint4 b, uint4 c), name(a[i], b[i], c[i]))

/// The value of a type T that is nearest to `x`.
#define INTO_RANGE(x)                                                                  \
  ({                                                                                   \
    const __int128 wide = (x), low = (T)-1 < 0 ? (__int128)-2147483648 : 0,            \
                   high = (T)-1 < 0 ? (__int128)2147483647 : (__int128)(T)-1;          \
    (T)(wide < low ? low : wide > high ? high : wide);                                 \
  })
TWO(max, a > b ? a : b)
TWO(min, a < b ? a : b)
TWO(abs_diff, a > b ? a - b : b - a)
TWO(add_sat, INTO_RANGE((__int128)a + b))
TWO(sub_sat, INTO_RANGE((__int128)a - b))
TWO(hadd, (T)(((__int128)a + b) >> 1))
TWO(mul_hi, (T)((unsigned __int128)a * b >> sizeof(T) * 8))
TWO(rotate, (T)((b & (sizeof(T) * 8 - 1)) == 0 ? a : (a << (b & (sizeof(T) * 8 - 1)) | a >> (sizeof(T) * 8 - (b & (sizeof(T) * 8 - 1))))))
THREE(clamp, a < b ? b : a > c ? c : a)
THREE(bitselect, (a & ~c) | (b & c))
ONE(popcount, __builtin_popcountl((T)a))
ONE(clz, a ? __builtin_clzl((T)a) - (64 - (int)sizeof(T) * 8) : (int)sizeof(T) * 8)

static inline __int128 limited(__int128 x, __int128 low, __int128 high) {
  return x < low ? low : x > high ? high : x;
}

/// Rounds to an integral value: to nearest even (0), to zero (1), up (2), down (3).
static inline long double roundedTo(long double x, int mode) {
  const long double below = __builtin_floorl(x), rest = x - below;
  switch (mode) {
    case 0:
      return rest < 0.5L || (rest == 0.5L && __builtin_fmodl(below, 2) == 0) ? below : below + 1;
    case 1: return __builtin_truncl(x);
    case 2: return rest > 0 ? below + 1 : below;
    default: return below;
  }
}
static inline __int128 toIntegral(long double x, int mode) { return (__int128)roundedTo(x, mode); }

/// Rounds to a format of floating point with normal numbers from 2^smallest on. No format overflows.
static inline long double inFormat(long double x, int precision, int smallest, int mode) {
  if (x == 0) return x;
  int exponent = __builtin_ilogbl(x);
  if (exponent < smallest) exponent = smallest;
  const long double unit = __builtin_ldexpl(1, exponent - precision + 1);
  return roundedTo(x / unit, mode) * unit;
}
