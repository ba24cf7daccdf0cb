// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is too large to be inlined, whose functions call each other behind conditions,
// return early, have loops of different lengths for neighbors, and write results to private memory
// of their callers.
#define STEP(n) x = rotate(x ^ (uint)(n * 40503), (uint)(n % 31 + 1)) * (2 * n + 1) + words[n & 3];
#define STEPS4(n) STEP(n) STEP((n + 1)) STEP((n + 2)) STEP((n + 3))
#define STEPS16(n) STEPS4(n) STEPS4((n + 4)) STEPS4((n + 8)) STEPS4((n + 12))
#define STEPS64(n) STEPS16(n) STEPS16((n + 16)) STEPS16((n + 32)) STEPS16((n + 48))

typedef struct {
  uint value;
  ushort count;
} Mixed;

Mixed mix(uint x, global const uint* words, uint* rest) {
  Mixed result = {x, 0};
  if ((x & 7) == 3) return result;
  STEPS64(0) STEPS64(64)
  while (x % 5 != 0) {
    x = x / 2 + words[x & 3];
    if (++result.count == 9) break;
  }
  *rest += x & 255;
  result.value = x;
  return result;
}

uint2 twice(uint x, global const uint* words, uint* rest) {
  uint2 sum = (uint2)(x, 1);
  for (uint i = 0; i < (x & 3) + 1; ++i) {
    const Mixed mixed = mix(x + i, words, rest);
    sum += (uint2)(mixed.value, mixed.count);
  }
  if (sum.x & 1) sum.y += mix(sum.x, words, rest).count;
  return sum;
}

#define CALL(n) if (x % (n + 2) != 0) { const uint2 sum = twice(x + n, words, &rest); x ^= sum.x + sum.y; }
#define CALLS8(n) CALL(n) CALL((n + 1)) CALL((n + 2)) CALL((n + 3)) CALL((n + 4)) CALL((n + 5)) CALL((n + 6)) CALL((n + 7))

kernel void nested(global uint* out, global const uint* words) {
  const size_t g = get_global_id(0);
  uint x = out[g], rest = (uint)g;
  CALLS8(0) CALLS8(8) CALLS8(16)
  out[g] = x + rest;
}
