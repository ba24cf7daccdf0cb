// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that is too large to be inlined: `round` has about 1,000 instructions and is called in 40
// places. It gets a structure by value, reads ids, changes local and global memory atomically, and
// needs more memory than a thread's stack is given.
#define STEP(n) x = rotate(x ^ (uint)(n * 40503), (uint)(n % 31 + 1)) * (2 * n + 1) + s.words[n & 3];
#define STEPS4(n) STEP(n) STEP((n + 1)) STEP((n + 2)) STEP((n + 3))
#define STEPS16(n) STEPS4(n) STEPS4((n + 4)) STEPS4((n + 8)) STEPS4((n + 12))
#define STEPS64(n) STEPS16(n) STEPS16((n + 16)) STEPS16((n + 32)) STEPS16((n + 48))

typedef struct {
  uint words[4];
} State;

uint lookUp(uint x) {
  uint table[2500];
  for (uint i = 0; i < 2500; ++i) table[i] = i * i + x;
  return table[x % 2500];
}

uint round(State s, local uint* sum, global uint* counters, uint x) {
  s.words[x & 3] ^= x;
  STEPS64(0) STEPS64(64)
  atomic_add(sum, x & 15);
  atomic_inc(counters + (get_local_id(0) & 3));
  volatile uint bits = lookUp(x);
  return bits + (uint)get_global_id(0) * 3;
}

#define ROUNDS4(n)                                   \
  x += round(s, &sum, counters, x + n);              \
  x ^= round(s, &sum, counters, x * 3);              \
  if (x & 1) x += round(s, &sum, counters, x + 7);   \
  s.words[n & 3] += round(s, &sum, counters, x ^ n);

kernel void mixed(global uint* out, global uint* counters) {
  local uint before[5], sum;
  const size_t g = get_global_id(0), l = get_local_id(0);
  if (l == 0) sum = 0;
  if (l < 5) before[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  State s = {{1, (uint)g, 3, 4}};
  uint x = out[g] + before[g % 5];
  ROUNDS4(0) ROUNDS4(1) ROUNDS4(2) ROUNDS4(3) ROUNDS4(4)
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = x ^ s.words[1] ^ sum;
}

kernel void again(global uint* out, global uint* counters) {
  local uint sum;
  const size_t g = get_global_id(0);
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  State s = {{4, 3, 2, (uint)g}};
  uint x = out[g];
  ROUNDS4(5) ROUNDS4(6) ROUNDS4(7) ROUNDS4(8) ROUNDS4(9)
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = x ^ s.words[1] ^ sum;
}
