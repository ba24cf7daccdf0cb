// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: literals with LL and ULL, long long, decimal constants above the largest long, and __int128.
// idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: add_ull = 8 12 4 0x10000000005 10 0x9e3779b97f4a7c1a 0x8000000000000005 15
kernel void add_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] + 5ULL; }
//: mask_ull = 3 7 255 0 5 0x15 0 10
kernel void mask_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] & 0xFFULL; }
//: divide_ull = 0 0 0x1999999999999999 0x1999999999 0 0xfd258f8f3210c68 0xccccccccccccccc 1
kernel void divide_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] / 10ULL; }
//: remainder_ull = 3 7 0x1c8e8f 0x4038e1 5 0xbd492 0xe4748 10
kernel void remainder_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] % 5000011ULL; }
//: generator_ull = 0x1cfb5806dd27fed6 0x7e4328bc0f7dfb8a 0xbbb38751aad20222 0xa984a87ef767814f 0xcd9f40617652fd30 0x2ceaee21bf46bc00 0x94057b7ef767814f 0x87390543f53e7911
kernel void generator_ull(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 6364136223846793005ULL + 1442695040888963407ULL;
}
//: shift_of_ull = 8 128 0x8000000000000000 1 32 0x200000 1 1024
kernel void shift_of_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = 1ULL << (in[i] & 63); }
//: shift_by_ull = 0 0 0xffffffff 256 0 0x9e3779b9 0x80000000 0
kernel void shift_by_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] >> 32ULL; }
//: negative_ll = 1 1 0 1 1 0 0 1
kernel void negative_ll(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = (long)in[i] > -1LL; }
//: compare_ull = 0 0 1 0 0 1 0 0
kernel void compare_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] > 0x8000000000000000ULL; }
//: high_half_ll = 0 0 0xffffffff 256 0 0x9e3779b9 0x80000000 0
kernel void high_half_ll(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = (in[i] & 0xFFFFFFFF00000000LL) >> 32; }
//: sizes_of_long_long = 8080808
kernel void sizes_of_long_long(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = sizeof(long long) + 100 * sizeof(unsigned long long) + 10000 * sizeof(1LL) + 1000000 * sizeof(1ull);
}
//: largest_long_long = 0x7fffffffffffffff
kernel void largest_long_long(global ulong* out, global const ulong* in) { out[get_global_id(0)] = __LONG_LONG_MAX__; }
//: variables_of_long_long = 0xffffffffffffffff 0x8100000000000015 0x60f4e8b5f24b1710 0x2fffffffffb 0xffffff020000000f 0xdb5992d382208bbf 0x7ffffffffffffff9 27
kernel void variables_of_long_long(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  long long a = in[i];
  unsigned long long b = in[7 - i];
  a = a * 3 - (long long)b;
  out[i] = (unsigned long long)a ^ b >> 7;
}
//: long_long_in_structures = 45 44 0x9e3779b97f4a7c34 0x10000000025 0x10000000025 0x9e3779b97f4a7c3a 0x8000000000000027 47
typedef struct { char c; long long a; unsigned long long b[2]; } Wide;
kernel void long_long_in_structures(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  Wide w = { 1, (long long)in[i], { in[7 - i], 5ull } };
  out[i] = sizeof(Wide) + w.a + w.b[i & 1];
}
//: pointer_to_long_long = 0x4001041830005106 0x800208306000a20c 0 0x810400608011441 0x6001861428007985 0x54f02db3166f5cb4 0x900241060c011441 0xb002cb3a74019ece
static void step(unsigned long long* s) { *s ^= *s << 13; *s ^= *s >> 7; *s ^= *s << 17; }
kernel void pointer_to_long_long(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned long long s = in[i] + 1ull;
  step(&s);
  step(&s);
  out[i] = s;
}
//: long_long_in_global_memory = 259 263 255 0x10000000100 261 0x9e3779b97f4a7d15 0x8000000000000100 266
kernel void long_long_in_global_memory(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  ((global unsigned long long*)out)[i] = ((global const unsigned long long*)in)[i] + 0x100ULL;
}
//: constants_of_program_scope_ull = 0xcbf29ce484222325 0x100000001b3 0xcbf29ce484222325 0x100000001b3 0xcbf29ce484222325 0x100000001b3 0xcbf29ce484222325 0x100000001b3
constant unsigned long long fnv[2] = { 0xcbf29ce484222325ULL, 0x100000001b3ULL };
kernel void constants_of_program_scope_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = fnv[i & 1]; }
//: float_of_ull = 0x5f800000
kernel void float_of_ull(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint((float)(in[2] | 1ULL)); }
//: rotate_ull = 0x6000 0xe000 0xffffffffffffffff 0x20000000000000 0xa000 0xef372fe94f82b3c6 4096 0x14000
#define ROTL64(x, r) (((x) << (r)) | ((x) >> (64ULL - (r))))
kernel void rotate_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = ROTL64(in[i], 13ULL); }
//: conditional_ull = 3 7 0xffffffffffffffff 0 5 0x9e3779b97f4a7c15 0 0
kernel void conditional_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] & 1 ? in[i] : 0ULL; }

//: large_decimal_added = 0x9e3779b97f4a7c18 0x9e3779b97f4a7c1c 0x9e3779b97f4a7c14 0x9e377ab97f4a7c15 0x9e3779b97f4a7c1a 0x3c6ef372fe94f82a 0x1e3779b97f4a7c15 0x9e3779b97f4a7c1f
kernel void large_decimal_added(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] + 11400714819323198485; }
//: large_decimal_compound = 0xa57441abd96161d9 0xa57441abd96161dd 0xa57441abd96161d5 0x257442abd96161d4 0xa57441abd96161db 0x72dcb6058bfe5eb 0xa57441abd96161d4 0x257441abd96161de
kernel void large_decimal_compound(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  ulong key = in[i];
  key += 11400714819323198485;
  key ^= 13493690561280548289;
  key *= 9223372036854775809;
  out[i] = key;
}
//: large_decimal_size = 16
kernel void large_decimal_size(global ulong* out, global const ulong* in) { out[get_global_id(0)] = sizeof(18446744073709551615); }
//: large_decimal_compared = 0
kernel void large_decimal_compared(global ulong* out, global const ulong* in) { out[get_global_id(0)] = in[0] == 18446744073709551615; }
//: large_decimal_equal = 0 0 1 0 0 0 0 0
kernel void large_decimal_equal(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] == 18446744073709551615; }
//: large_decimal_xor = 0xfffffffffffffffc 0xfffffffffffffff8 0 0xfffffeffffffffff 0xfffffffffffffffa 0x61c8864680b583ea 0x7fffffffffffffff 0xfffffffffffffff5
kernel void large_decimal_xor(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] ^ 18446744073709551615; }
//: large_decimal_negative = 1
kernel void large_decimal_negative(global ulong* out, global const ulong* in) { out[get_global_id(0)] = ((long)in[0] + -9223372036854775808) < 0; }
//: large_decimal_below = 1
kernel void large_decimal_below(global ulong* out, global const ulong* in) { out[get_global_id(0)] = (long)in[2] < 9223372036854775808; }
//: large_decimal_assigned = 0x9e3779b97f4a7c15
kernel void large_decimal_assigned(global ulong* out, global const ulong* in) { const ulong golden = 11400714819323198485; out[get_global_id(0)] = golden; }
//: large_decimal_in_a_table = 0xc6a4a7935bd1e995
constant ulong primes[2] = { 14313749767032793493, 14313749767032793493 };
kernel void large_decimal_in_a_table(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = primes[i & 1]; }
//: large_decimal_divided = 0x5555555555555555 0x2492492492492492 1 0xffffff 0x3333333333333333 1 1 0x1745d1745d1745d1
kernel void large_decimal_divided(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = 18446744073709551615 / (in[i] | 1); }
//: large_decimal_as_float = 0x5f000000
kernel void large_decimal_as_float(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint((float)9223372036854775808); }
//: large_decimal_argument = 0x1fdfca6c15d2079 0xaf50a2da6dd94bc5 0x54ab567314e0f52d 0x1f0ad30000000000 0x58a74fc0979b361f 0x1e54154520c8174f 0x8000000000000000 0xb14e9f812f366c3e
static ulong mixed(ulong a, ulong b) { return a * b; }
kernel void large_decimal_argument(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = mixed(in[i], 12345678901234567891); }

//: int128_sum = 0x100000000000000c 0x9000000000000006 0xbe3779b97f4a7c13 0x1000010000000004 0x1000010000000004 0xbe3779b97f4a7c13 0x9000000000000006 0x100000000000000c
kernel void int128_sum(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 s = (unsigned __int128)in[i] + in[7 - i] + in[2];
  out[i] = (ulong)s ^ (ulong)(s >> 64) << 60;
}
//: int128_product = 1 4 0x9e3779b97f4a7c14 0x9e3779b97f 3 0x61c8864680b583e8 0x4f1bbcdcbfa53e0a 6
kernel void int128_product(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 p = (unsigned __int128)in[i] * in[5];
  out[i] = (ulong)(p >> 64);
}
//: int128_signed_product = 0xfffffffffffffffd 0xfffffffffffffffa 0 0xffffff3c6ef372fe 0xfffffffffffffffc 0x4ab325a70441177d 0x61c8864680b583eb 0xfffffffffffffff8
kernel void int128_signed_product(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  __int128 p = (__int128)(long)in[i] * (long)in[5];
  out[i] = (ulong)(p >> 63);
}
//: int128_full_product = 0xd38f45da53f5b576 0xec216a18fb0964a6 0xb189e9c0cff297a9 0xc6f081c84e8f1a1e 0x206cd9e036087975 0x80ba8c15b0f437a2 0xb412d8721329921c 0xac0a3562224eb544
kernel void int128_full_product(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 a = (unsigned __int128)in[i] << 64 | in[5], b = (unsigned __int128)in[7 - i] << 32 | in[i];
  unsigned __int128 p = a * b;
  out[i] = (ulong)(p >> 64) ^ (ulong)p;
}
//: int128_quotient = 0x5555555555555556 0x924924924924924a 0x9e3779b97f4a7c16 0xb97eac449b468154 1 1 0x3c6ef372fe94f828 0x8ba2e8ba2e8ba2e9
kernel void int128_quotient(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 a = (unsigned __int128)in[5] << 64 | in[i];
  out[i] = (ulong)(a / (in[i] | 1));
}
//: int128_remainder = 70 0xd8722191a02d6102 0xdfffffffffffffff 34 0x1295b46e602 0x28a8043bceaba8a3 36 20
kernel void int128_remainder(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 a = (unsigned __int128)in[5] << 64 | in[i];
  out[i] = (ulong)(a % ((unsigned __int128)in[7 - i] << 3 | 1));
}
//: int128_signed_quotient = 0xdef3978000000000 0x3d9146c5d1745d13 0xa53e0a8000000000 0x34bd29fffffffffe 0xb583eb000000000 0x1ffb9998dbf6bc3f 0xb583eafffffffff8 0x6dc1f0294a5294a0
kernel void int128_signed_quotient(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  __int128 a = -((__int128)in[5] << 40), b = (__int128)(long)in[i] * 3 + 1;
  out[i] = (ulong)(a / b) ^ (ulong)(a % b);
}
//: int128_shifts = 0x11bbcdcbfa53e0f8 0xe5bcdcbfa53e0ac0 0x7ffffffffffffffd 0x9e3779b97f4a7c1a 0x3eef572fe94f82a0 0xc8d0114f829fffff 0x9e3779b97f4a7c1c 0x2226e5fd29f06000
kernel void int128_shifts(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint n = (uint)(in[i] & 127);
  unsigned __int128 a = (unsigned __int128)in[5] << 64 | in[7 - i];
  __int128 s = (__int128)a;
  unsigned __int128 r = a << n ^ a >> n ^ (unsigned __int128)(s >> n);
  out[i] = (ulong)(r >> 64) + (ulong)r;
}
//: int128_compares = 169 170 178 178 169 169 177 178
kernel void int128_compares(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  __int128 a = (__int128)(long)in[i] << 60, b = (__int128)(long)in[7 - i] << 59;
  unsigned __int128 c = a, d = b;
  out[i] = (a < b) + 2 * (a >= b) + 4 * (a == b) + 8 * (c < d) + 16 * (c > d) + 32 * (a != 0) + 64 * !c + 128 * (a && b);
}
//: int128_to_float = 0x4fc0000050c00000 0x5060000051600000 0x6f000000d0000000 0x6300000064000000 0x5020000051200000 0x6e9e377aef43910d 0x6e800000ef800000 0x50a0000051a00000
kernel void int128_to_float(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  __int128 a = (__int128)(long)in[i] << 33;
  unsigned __int128 b = (unsigned __int128)in[i] << 31 | 5;
  out[i] = as_uint((float)a) | (ulong)as_uint((float)b) << 32;
}
//: int128_to_double = 0xc5c848d199066af4 0xc5d42468cc83357a 0x4e5ffffcfc700000 0xc820000000000092 0xc5cc2468cc83357a 0x4a6fffffffffffc1 0x4a70000000000000 0xca3c123466419abc
kernel void int128_to_double(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  __int128 a = ((__int128)(long)in[i] << 33) + 12345;
  unsigned __int128 b = (unsigned __int128)in[i] << 62 | 0x123456789abcdefUL;
  out[i] = as_ulong((double)a) ^ as_ulong((double)b) << 1;
}
//: int128_from_float = 0xfffffffffffffd00 0xfffffffffffff900 0x40000000000000 0xffff000040000000 0xfffffffffffffb00 0xc8a18dde80000000 0x20000000000000 0xfffffffffffff600
kernel void int128_from_float(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  float f = (float)in[i] * 1048576.0f;
  unsigned __int128 a = (unsigned __int128)f;
  __int128 b = (__int128)(-f * 0.25f);
  out[i] = (ulong)(a >> 30) ^ (ulong)(b >> 10);
}
//: int128_from_double = 0xbfd0000000000 0x1bf90000000000 0x100000000000000 0x100000000 0x13fb0000000000 0xb51e3779b97f4a80 0x80000000000000 0x27f60000000000
kernel void int128_from_double(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  double f = (double)in[i] * 4503599627370496.0;
  unsigned __int128 a = (unsigned __int128)f;
  __int128 b = (__int128)(-f * 0.25);
  out[i] = (ulong)(a >> 60) ^ (ulong)(b >> 10) ^ (ulong)b;
}
//: int128_in_a_structure = 0xcf1bbcdcbfa53e34 0xcf1bbcdcbfa53e3c 0x4f1bbcdcbfa53e2d 0xcf1bbedcbfa53e2e 0xcf1bbcdcbfa53e38 0xb8ab04fbe3a3659 0xcf1bbcdcbfa53e2f 0xcf1bbcdcbfa53e42
typedef struct { int n; unsigned __int128 v; } Big;
static Big doubled(Big b) { b.v += b.v; b.n++; return b; }
kernel void int128_in_a_structure(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  Big b = { 3, (unsigned __int128)in[5] << 62 | in[i] };
  b = doubled(b);
  out[i] = (ulong)(b.v >> 64) + (ulong)b.v + b.n + sizeof(Big);
}
//: int128_in_private_memory = 6 0xfffffffffff8fff8 0xfefffffeffffffff 0x10000000000 8 0x61c8864680ae83ea 0x7effffff00000000 10
kernel void int128_in_private_memory(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 a[4];
  for (uint k = 0; k < 4; ++k) a[k] = (unsigned __int128)in[k] << (k * 16);
  a[i & 3] += in[i];
  out[i] = (ulong)(a[(i + 1) & 3] >> 32) ^ (ulong)a[i & 3];
}
//: int128_in_local_memory = 0xa000 0 0x779b97f4a7c15000 0x5000 0x10000000000000 0xfffffffffffff000 0x7000 0x3000
kernel void int128_in_local_memory(global ulong* out, global const ulong* in) {
  local unsigned __int128 t[8];
  size_t l = get_local_id(0);
  t[l] = (unsigned __int128)in[l] << 32;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = (ulong)(t[7 - l] >> 20);
}
//: int128_in_global_memory = 8 7 4 0x10000000001 10 0x9e3779b97f4a7c15 0x8000000000000005 10
kernel void int128_in_global_memory(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  if (i < 4) ((global unsigned __int128*)out)[i] = ((global const unsigned __int128*)in)[i] + 5;
}
//: int128_across_a_barrier = 0x8d12e6b76c84d13 0xd38454127b096497 0xdf3bcad031b7a1b1 0x619175014b0dd516 0x6191759f7c746c6a 0x20c4352fce485e4d 0x9c9fe8cec4ac5a99 0x8d12e6b76c84d16
kernel void int128_across_a_barrier(global ulong* out, global const ulong* in) {
  local ulong t[8];
  size_t l = get_local_id(0);
  unsigned __int128 v = (unsigned __int128)in[l] * in[5];
  t[l] = (ulong)v;
  barrier(CLK_LOCAL_MEM_FENCE);
  v += t[7 - l];
  out[l] = (ulong)(v >> 64) ^ (ulong)v;
}
//: int128_in_a_loop = 0xcd564c03fe377cb5 0x66370c4400d0cada 0xceae3cc2a0059167 0xa4f05670f7a0f941 0xf54eb6d1d6423834 0xf54eb6d1d6423834 0xa4f05670f7a0f941 0x9d5e1e08a8622a8f
kernel void int128_in_a_loop(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 s = 1;
  for (uint k = 0; k < (in[i] & 15) + 3; ++k) s = s * 0x9e3779b97f4a7c15UL + in[k & 7];
  out[i] = (ulong)(s >> 64) ^ (ulong)s;
}
//: int128_of_a_program = 0xfedcba9876543210 0xeffedcba98765432 0xcdeffedcba987654 0xabcdeffedcba9876 0x89abcdeffedcba98 0x6789abcdeffedcba 0x456789abcdeffedc 0x23456789abcdeffe
constant unsigned __int128 large = (unsigned __int128)0x0123456789abcdefUL << 64 | 0xfedcba9876543210UL;
kernel void int128_of_a_program(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = (ulong)(large >> (i * 8)); }
//: int128_typedef = 0xaa66d2c7ddf7aee 0x38454127b09747a 0xe59624be367763f 0xa7e5c6c90dc053c 0x715609f7c7477b4 0x2b3511d6ba3f606 0x6486e02b158fa51 0xe2ac13ef8e8ef68
typedef __uint128_t u128;
static u128 mulmod(u128 a, u128 b, ulong m) { return a * b % m; }
kernel void int128_typedef(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = (ulong)mulmod(in[i], in[5], 0xfffffffffffffc5UL); }
//: int128_sign = 0 0 0 0x10000000000 0 0x61c8864680b58400 0x8000000000000000 0
kernel void int128_sign(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  __int128 a = (long)in[i];
  a = a < 0 ? -a : a;
  out[i] = (ulong)a + (ulong)(int)(a >> 64) + (ulong)-(char)a;
}
//: int128_in_a_switch = 1 2 3 3 3 3 3 3
kernel void int128_in_a_switch(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  switch ((__int128)in[i]) {
    case 3: out[i] = 1; break;
    case 7: out[i] = 2; break;
    default: out[i] = 3;
  }
}
//: int128_bytes = 3 0 255 0 0 0x79 0 0
kernel void int128_bytes(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 a = in[i];
  uchar* bytes = (uchar*)&a;
  out[i] = bytes[i & 15];
}
//: int128_sorted = 0 0 1280 0x31715609f 0x500000000 0x6ffffffff 0xffffffffffffff00 0xbfa53e0a80000000
kernel void int128_sorted(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  unsigned __int128 a[8];
  for (int j = 0; j < 8; ++j) a[j] = (unsigned __int128)in[j] * in[(j + 1) & 7];
  for (int j = 0; j < 7; ++j)
    for (int m = 0; m < 7 - j; ++m)
      if (a[m] > a[m + 1]) {
        unsigned __int128 t = a[m];
        a[m] = a[m + 1];
        a[m + 1] = t;
      }
  out[i] = (ulong)(a[i] >> 32);
}
//: large_decimal_pasted = 0x9e3779b97f4a7c15
#define U64(x) x##UL
kernel void large_decimal_pasted(global ulong* out, global const ulong* in) { out[get_global_id(0)] = U64(11400714819323198485); }
//: large_decimal_as_a_text = 21
#define TEXT(x) #x
kernel void large_decimal_as_a_text(global ulong* out, global const ulong* in) { out[get_global_id(0)] = sizeof(TEXT(11400714819323198485)); }
//: large_decimal_of_a_macro = 17
#define GOLDEN 11400714819323198485
kernel void large_decimal_of_a_macro(global ulong* out, global const ulong* in) {
#if GOLDEN > 5
  out[get_global_id(0)] = sizeof(GOLDEN) + (GOLDEN > 0);
#endif
}
