// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: literals with LL and ULL, long long, decimal constants above the largest long, and __int128.
// idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: shift_by_ull = 0 0 0xffffffff 256 0 0x9e3779b9 0x80000000 0
kernel void shift_by_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = in[i] >> 32ULL; }
//: rotate_ull = 0x6000 0xe000 0xffffffffffffffff 0x20000000000000 0xa000 0xef372fe94f82b3c6 4096 0x14000
#define ROTL64(x, r) (((x) << (r)) | ((x) >> (64ULL - (r))))
kernel void rotate_ull(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = ROTL64(in[i], 13ULL); }
//: large_decimal_size = 16
kernel void large_decimal_size(global ulong* out, global const ulong* in) { out[get_global_id(0)] = sizeof(18446744073709551615); }
//: large_decimal_assigned = 0x9e3779b97f4a7c15
kernel void large_decimal_assigned(global ulong* out, global const ulong* in) { const ulong golden = 11400714819323198485; out[get_global_id(0)] = golden; }
//: large_decimal_in_a_table = 0xc6a4a7935bd1e995
constant ulong primes[2] = { 14313749767032793493, 14313749767032793493 };
kernel void large_decimal_in_a_table(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = primes[i & 1]; }
//: large_decimal_as_float = 0x5f000000
kernel void large_decimal_as_float(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint((float)9223372036854775808); }
//: large_decimal_argument = 0x1fdfca6c15d2079 0xaf50a2da6dd94bc5 0x54ab567314e0f52d 0x1f0ad30000000000 0x58a74fc0979b361f 0x1e54154520c8174f 0x8000000000000000 0xb14e9f812f366c3e
static ulong mixed(ulong a, ulong b) { return a * b; }
kernel void large_decimal_argument(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = mixed(in[i], 12345678901234567891); }
