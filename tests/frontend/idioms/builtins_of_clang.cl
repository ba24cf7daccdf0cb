// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: builtins of Clang, inline assembly, long double. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: overflow_into_global_memory = 0x9e3779b97f4a7c18 0x9e3779b97f4a7c1c 0x9e3779b97f4a7c15 0x9e377ab97f4a7c15 0x9e3779b97f4a7c1a 0x3c6ef372fe94f82b 0x1e3779b97f4a7c14 0x9e3779b97f4a7c1f
kernel void overflow_into_global_memory(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  if (__builtin_add_overflow(in[i], in[5], &out[i])) out[i] ^= 1;
}
//: overflow_into_local_memory = 0x61c8864680b583f6 0xe1c8864680b583ec 0x0 0x61c8864680b583f1 0x61c8874680b583ec 0x61c8864680b583ea 0x61c8864680b583f3 0x61c8864680b583ef
kernel void overflow_into_local_memory(global ulong* out, global const ulong* in) {
  local ulong t[8];
  size_t l = get_local_id(0);
  bool o = __builtin_sub_overflow(in[l], in[5], &t[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[7 - l] + o;
}
//: add_with_carry = 0x9e3779b97f4a7c19 0x9e3779b97f4a7c1d 0x9e3779b97f4a7c14 0x9e377ab97f4a7c16 0x9e3779b97f4a7c1b 0x3c6ef372fe94f82a 0x1e3779b97f4a7c17 0x9e3779b97f4a7c20
kernel void add_with_carry(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint carry;
  uint low = __builtin_addc((uint)in[i], (uint)in[5], 1u, &carry);
  uint high = __builtin_addc((uint)(in[i] >> 32), (uint)(in[5] >> 32), carry, &carry);
  out[i] = ((ulong)high << 32 | low) ^ carry;
}
//: expect_and_unreachable = 3
static int kind(int n) {
  switch (n) {
    case 3: return 3;
    case 7: return 1;
    default: __builtin_unreachable();
  }
}
kernel void expect_and_unreachable(global ulong* out, global const ulong* in) {
  int n = kind((int)in[0]);
  if (__builtin_expect(n == 3, 1)) out[get_global_id(0)] = n;
  __builtin_assume(n > 0);
}
//: bits_by_builtins = 0x10020782 0x11030743 0x10400020 0x10107c1 0x10020742 0x10260052 0x10107c1 0x21020703
kernel void bits_by_builtins(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint low = (uint)in[i] | 1u;
  out[i] = __builtin_popcount(low) + 64 * __builtin_clz(low) + 4096 * __builtin_ctz(low) + 65536 * __builtin_popcountl(in[i]) +
           0x1000000ul * __builtin_parity(low) + 0x10000000ul * __builtin_ffs((int)in[i]);
}
//: swaps_by_builtins = 0x5280000003000180 0x480000007000381 0xa83e52fe9d9eec79 0xa000000080010000 0x780000005800280 0xe04cae3c2a7b2d9f 0xe040000000000080 0xcf0000000a000500
kernel void swaps_by_builtins(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  out[i] = __builtin_bswap64(in[i]) ^ __builtin_bswap32((uint)in[i]) ^ __builtin_bitreverse64(in[7 - i]) ^
           __builtin_rotateleft32((uint)in[i], 7) ^ __builtin_rotateright64(in[i], 9);
}
//: math_by_builtins = 0x40a00000
kernel void math_by_builtins(global ulong* out, global const ulong* in) {
  float f = -(float)in[0];
  out[get_global_id(0)] = as_uint(__builtin_fabsf(f) + __builtin_sqrtf(4.0f) + __builtin_floorf(0.5f) + __builtin_fmaxf(f, 0.0f));
}
//: memory_by_builtins = 7
kernel void memory_by_builtins(global ulong* out, global const ulong* in) {
  ulong a[4], b[4];
  __builtin_memset(a, 0, sizeof(a));
  a[1] = in[1];
  __builtin_memcpy(b, a, sizeof(a));
  out[get_global_id(0)] = b[in[0] & 1] + b[0];
}
//: constant_p_and_choose = 1
kernel void constant_p_and_choose(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = __builtin_constant_p(5) + 0 * __builtin_constant_p(in[0]);
}

//: long_double_literal = 0x3fb999999999999a
kernel void long_double_literal(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ulong((double)0.1L); }
