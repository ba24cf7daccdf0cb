// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Argument reduction by pi/2, and the polynomials of sine and cosine for the remainder.
#pragma once
#include "builtins/math/two_parts.h"

// x = quadrant pi/2 + r with |r| a little over pi/4 at most; the quadrant counts modulo 4.
template <class T>
struct Reduced {
  Two<T> r;
  typename Type<T>::Int quadrant;
};

// The bits of 2/pi behind the point, after one word of zeros.
constexpr u64 kTwoOverPi[] = {0,
                              0xa2f9836e4e441529,
                              0xfc2757d1f534ddc0,
                              0xdb6295993c439041,
                              0xfe5163abdebbc561,
                              0xb7246e3a424dd2e0,
                              0x06492eea09d1921c,
                              0xfe1deb1cb129a73e,
                              0xe88235f52ebb4484,
                              0xe99c7026b45f7e41,
                              0x3991d639835339f4,
                              0x9c845f8bbdf9283b,
                              0x1ff897ffde05980f,
                              0xef2f118b5a0a6d1f,
                              0x6d367ecf27cb09b7,
                              0x4f463f669e5fea2d,
                              0x7527bac7ebe5f17b,
                              0x3d0739f78a5292ea,
                              0x6bfb5fb11f8d5d08,
                              0x56033046fc7b6bab,
                              0xf0cfbc209af4361d,
                              0xa9e391615ee61b08};

constexpr Double2 kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// Payne and Hanek's reduction of |x| >= 2^32: x = m 2^e times 192 bits of 2/pi that begin where the
// product is below 4. The remainder has more than 64 correct bits.
INLINE Reduced<f64> reduceHuge(f64 x) {
  if (!(absOf(x) < infinity<f64>())) return {{nan<f64>(), 0}, 0};
  const u64 bits = bitsOf(absOf(x));
  const u64 m = (bits & 0xfffffffffffff) | u64(1) << 52;
  const int at = int(bits >> 52) - 1075 - 2 + 64;
  const int word = at >> 6, shift = at & 63;
  u64 window[3];
  for (int i = 0; i < 3; ++i)
    window[i] = kTwoOverPi[word + i] << shift | kTwoOverPi[word + i + 1] >> 1 >> (63 - shift);
  const u128 low = u128(m) * window[2];
  const u128 middle = u128(m) * window[1] + u64(low >> 64);
  const u128 turn = (u128(m * window[0]) << 64) + middle;  // modulo 1, in units of 2^-128

  const i128 fraction = i128(turn << 2 | u64(low) >> 62);
  const bool up = fraction < 0;  // at least one half: the next quadrant is nearer
  const u128 magnitude = u128(up ? -fraction : fraction);
  const int zeros = __builtin_clzg(u128(magnitude | 1));
  const u128 normal = magnitude << zeros;
  const f64 unit = powerOfTwo<f64>(-64 - zeros);
  const f64 high = f64(u64(normal >> 64) & ~u64(0x7ff)) * unit;
  const f64 rest = f64(u64(normal >> 22) & ((u64(1) << 53) - 1)) * (unit * 0x1p-42);
  Double2 r = times(Double2{high, rest}, kHalfPi);
  const bool negative = up != (x < 0);
  r = {negative ? -r.high : r.high, negative ? -r.low : r.low};
  const i64 quadrant = i64(u64(turn >> 126)) + up;
  return {r, x < 0 ? -quadrant : quadrant};
}

// The slow path: arguments too large for the short reductions. Vectors take it together, with one more
// reduction if any argument is far, and call the function for huge ones.
#ifdef VECTORS_CALL_SLOWEST_PATH
constexpr bool kHugeIsCalled = true;
#else
constexpr bool kHugeIsCalled = false;
#endif
INLINE bool isLargeAngle(f16) { return false; }
INLINE bool isLargeAngle(f32 x) { return !(absOf(x) < 0x1p15f); }
INLINE bool isLargeAngle(f64 x) { return !(absOf(x) < 0x1p20); }
INLINE bool isFarAngle(f16) { return false; }
INLINE bool isFarAngle(f32 x) { return !(absOf(x) < 0x1p21f); }
INLINE bool isFarAngle(f64 x) { return isLargeAngle(x); }
INLINE bool isHugeAngle(f16) { return false; }
INLINE bool isHugeAngle(f32 x) { return !(absOf(x) < 0x1p30f); }
INLINE bool isHugeAngle(f64 x) { return !(absOf(x) < 0x1p32); }
#define FAR_PATH isFarAngle
#define SLOWEST_PATH isHugeAngle

// pi/2 in three parts. The difference of x and the first product is a number, a multiple of 2^-53.
// So is its sum with the second product in two parts, although either may be larger.
INLINE Reduced<f64> reduceFar(f64 x) {
  const Rounded<f64> n = nearest(x, 0x1.45f306dc9c883p-1);
  const f64 a = exactRest(x, n.value, kHalfPi.high);
  const Double2 p = twoProduct(n.value, kHalfPi.low), r = fastTwoSum(a, -p.high);
  return {{r.high, r.low - mad(n.value, -0x1.f1976b7ed8fbcp-110, p.low)}, n.integer};
}
// The same with a second part of 29 bits, whose product with the quadrant is exact. Either that is
// at most half of a, or both are below 2^-32 and multiples of 2^-82: a - high is exact.
INLINE Reduced<f64> reduce(f64 x) {
  if (isLargeAngle(x)) [[unlikely]]
    return kHugeIsCalled || !isHugeAngle(x) ? reduceFar(x) : reduceHuge(x);
  constexpr f64 second = 0x1.1a62633p-54, third = 0x1.45c06e0e68948p-86;
  const Rounded<f64> n = nearest(x, 0x1.45f306dc9c883p-1);
  const f64 a = exactRest(x, n.value, kHalfPi.high), high = mad(-n.value, second, a);
  return {{high, mad(-n.value, third, mad(-n.value, second, a - high))}, n.integer};
}

// For f16, whose multiples of pi/2 stay farther away: one part of r.
INLINE Reduced<f64> reduceF16(f64 x) {
  const Rounded<f64> n = nearest(x, 0x1.45f306dc9c883p-1);
  return {{(x - n.value * 0x1.921fb544p+0) - n.value * 0x1.0b4611a626331p-34, 0}, n.integer};
}

// Payne and Hanek's reduction of |x| >= 2^15: 24 bits times 96 of 2/pi. The remainder has more than
// 30 correct bits.
INLINE Reduced<f32> reduceHuge(f32 x) {
  if (!(absOf(x) < infinity<f32>())) return {{nan<f32>(), 0}, 0};
  const u32 bits = bitsOf(absOf(x));
  const u64 m = (bits & 0x7fffff) | u32(1) << 23;
  const int at = int(bits >> 23) - 150 - 2 + 64;
  const int word = at >> 6, shift = at & 63;
  const u64 upper = kTwoOverPi[word] << shift | kTwoOverPi[word + 1] >> 1 >> (63 - shift);
  const u64 lower = kTwoOverPi[word + 1] << shift | kTwoOverPi[word + 2] >> 1 >> (63 - shift);
  const u64 turn = m * upper + (m * (lower >> 32) >> 32);  // modulo 1, in units of 2^-64
  const i64 fraction =
      i64(turn << 2);  // at least one half is negative: the next quadrant is nearer
  const f64 r = f64(x < 0 ? -fraction : fraction) * (0x1p-64 * kHalfPi.high);
  const i32 quadrant = i32(turn >> 62) + (fraction < 0);
  return {{f32(r), f32(r - f64(f32(r)))}, x < 0 ? -quadrant : quadrant};
}
// In f64, pi/2 in two parts of 23 bits, whose products with the quadrant are exact, and the rest.
INLINE Reduced<f32> reduceFar(f32 x) {
  const Rounded<f64> n = nearest(f64(x), 0x1.45f306dc9c883p-1);
  const f64 near = (f64(x) - n.value * 0x1.921fb4p+0) - n.value * 0x1.4442dp-24;
  const f64 r = mad(n.value, -0x1.8469898cc5170p-48, near);
  return {{f32(r), f32(r - f64(f32(r)))}, i32(n.integer)};
}
// Large arguments need a second part of 2/pi, or their quadrant may be that of a neighbour. The members are
// assigned one by one: vectors would pass a structure through the branch as an integer.
INLINE Rounded<f32> quadrantOf(f32 x) {
  constexpr f32 factor = 0x1.45f306p-1f, rest = 0x1.b9391p-26f;
  const Rounded<f32> n = nearest(x, factor);
  f32 value = n.value;
  i32 integer = n.integer;
  if (isLargeAngle(x)) [[unlikely]] {
    const Rounded<f32> more = nearest(mad(x, rest, -exactRest(n.value, x, factor)));
    value += more.value;
    integer += more.integer;
  }
  return {value, integer};
}
// pi/2 in three parts. The difference of x and the first product is exact, a multiple of 2^-24, and
// so is its sum with the second product in two parts, although either may be larger.
INLINE Reduced<f32> reduce(f32 x) {
  // A far angle is a large one, which the loop of the fast path knows that it does not have.
  if (isLargeAngle(x) && isFarAngle(x)) [[unlikely]]
    return kHugeIsCalled || !isHugeAngle(x) ? reduceFar(x) : reduceHuge(x);
  const Rounded<f32> n = quadrantOf(x);
  const f32 a = exactRest(x, n.value, 0x1.921fb6p+0f);
  const Float2 p = twoProduct(n.value, 0x1.777a5cp-25f), r = fastTwoSum(a, p.high);
  return {{r.high, r.low + mad(n.value, 0x1.ee59dap-50f, p.low)}, n.integer};
}

// x modulo 2 and the nearest half, exact; r is the remainder.
template <class T>
struct HalfTurns {
  T turn, r;
  typename Type<T>::Int quadrant;
};
template <class T>
INLINE HalfTurns<T> halfTurns(T x) {
  const T turn = mad(T(-2), __builtin_elementwise_roundeven(T(0.5) * x), x);
  const Rounded<T> n = nearest(turn, T(2));
  return {turn, mad(T(-0.5), n.value, turn), n.integer};
}

// sin(r + c) and cos(r + c) as sums: error 2^-53 of the second parts, and that of c (1 - r^2 / 2)
// where the sine takes c.
INLINE Double2 sinParts(Double2 x) {
  const f64 z = x.high * x.high;
  // approx/polynomials.sollya: sinParts of f64
  const f64 p = byPairs(z, -0x1.5555555555548p-3, 0x1.111111110f74ep-7, -0x1.a01a019bef247p-13,
                        0x1.71de355bc0104p-19, -0x1.ae5e517b7798p-26, 0x1.5d8d41112b1fbp-33);
  return {x.high, mad(z * x.high, p, x.low)};
}
INLINE Double2 cosParts(Double2 x) {
  const f64 z = x.high * x.high, half = 0.5 * z;
  // approx/polynomials.sollya: cosParts of f64
  const f64 p = byPairs(z, 0x1.5555555555555p-5, -0x1.6c16c16c168c9p-10, 0x1.a01a019f37fa7p-16,
                        -0x1.27e4fa0294bd1p-22, 0x1.1eeb578302a43p-29, -0x1.90734d02b3f33p-37);
  const f64 whole = 1.0 - half;
  return {whole, mad(z * z, p, mad(-x.high, x.low, (1.0 - whole) - half))};
}
INLINE Float2 sinParts(Float2 x) {
  const f32 z = x.high * x.high;
  // approx/polynomials.sollya: sinParts of f32
  const f32 p = horner(z, -0x1.555544p-3f, 0x1.1106d6p-7f, -0x1.992462p-13f);
  return {x.high, mad(z * x.high, p, x.low)};
}
INLINE Float2 cosParts(Float2 x) {
  const f32 z = x.high * x.high;
  const f32 whole = mad(-0.5f, z, 1.0f), rest = mad(-0.5f, z, 1.0f - whole);
  // approx/polynomials.sollya: cosParts of f32
  const f32 p = horner(z, 0x1.55554ap-5f, -0x1.6c0c1ep-10f, 0x1.99e334p-16f);
  return {whole, mad(z * z, p, mad(-x.high, x.low, rest))};
}
// tan r, and in odd quadrants -1 / tan r. In f32 tan r = r + tail, of which the tail is a fifth at
// most, and the sum in two parts for the inverse. What r.low and the square's error add is small
// enough for short forms of the derivatives.
INLINE f32 tangentTail(f32 z) {
  // approx/polynomials.sollya: tangent of f32
  return horner(z, 0x1.55556p-2f, 0x1.110d9cp-3f, 0x1.bada5ap-5f, 0x1.5cb8d2p-6f, 0x1.62fc94p-7f,
                0x1.78881cp-14f, 0x1.1edf18p-8f);
}
INLINE f32 tangent(Float2 r, i32 quadrant) {
  const Float2 square = twoProduct(r.high, r.high);
  const f32 z = square.high, slope = mad(1.3f, z, 1.0f);
  const f32 low = mad(slope, r.low, 0.57f * r.high * square.low);
  const Float2 t = fastTwoSum(r.high, productPlus(z * r.high, tangentTail(z), low));
  const f32 inverse = 1.0f / t.high;
  const f32 rest = mad(inverse, t.low, -exactRest(1.0f, inverse, t.high));
  return quadrant & 1 ? mad(inverse, rest, -inverse) : t.high;
}
// In f64 the quotient of sine and cosine, and of minus cosine and sine: by the inverse of the
// divisor, and a step that corrects the product with it.
INLINE f64 tangent(Double2 r, i64 quadrant) {
  const Double2 c = cosParts(r), s = sinParts(Double2{r.high, r.low * c.high});
  const bool odd = quadrant & 1;
  const Double2 sine = fastTwoSum(s.high, s.low), cosine = fastTwoSum(c.high, c.low);
  const Double2 top = either(odd, cosine, sine), bottom = either(odd, sine, cosine);
  const f64 inverse = 1.0 / bottom.high, q = top.high * inverse;
  const f64 rest = exactRest(top.high, q, bottom.high) + mad(-q, bottom.low, top.low);
  const f64 y = mad(rest, inverse, q);
  return bitsAs<f64>(bitsOf(y) ^ u64(quadrant) << 63);
}
// For f16.
INLINE f64 sinShort(f64 r) {
  const f64 z = r * r;
  // approx/polynomials.sollya: sinShort
  const f64 p = horner(z, -0x1.555555545a74p-3, 0x1.11110de88425ap-7, -0x1.a013a03bab5c7p-13,
                       0x1.6dbc020fc7e4dp-19);
  return mad(z * r, p, r);
}
INLINE f64 cosShort(f64 r) {
  const f64 z = r * r;
  // approx/polynomials.sollya: cosShort
  const f64 p = horner(z, 0x1.555555550204bp-5, -0x1.6c16bf51ed7fbp-10, 0x1.a015c12ccfaffp-16,
                       -0x1.252361c7a4796p-22);
  return mad(z * z, p, mad(-0.5, z, 1.0));
}

// The value of sine (turned = 0) or cosine (1) in a quadrant. The sign is an operation on bits,
// which is shorter than a choice between a value and its negative.
template <class T>
INLINE T inQuadrant(T sine, T cosine, typename Type<T>::Int quadrant, int turned) {
  using Bits = typename Type<T>::Bits;
  constexpr int top = int(8 * sizeof(T)) - 1;
  const T value = (quadrant & 1) == turned ? sine : cosine;
  const Bits turns = (Bits(quadrant) << (top - 1)) + (Bits(turned) << (top - 1));
  return bitsAs<T>(bitsOf(value) ^ (turns & Bits(1) << top));
}
