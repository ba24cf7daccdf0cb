// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: builtins of Clang, inline assembly, long double. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: add_overflow_int = 1
kernel void add_overflow_int(global ulong* out, global const ulong* in) {
  int r;
  bool o = __builtin_add_overflow((int)in[0] + 0x7ffffff0, 0x7fffffff, &r);
  out[get_global_id(0)] = o && r == -14;
}
//: add_overflow_types = 0x1a7a2b4200 0x2e55cbb380 0x78ddfada823bd12a 0x200000000000 0x42118b61280 0xc6ef74498be6ca2a 0 0x42316c2500
kernel void add_overflow_types(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint n = 0, flags = 0;
  ulong sum = 0;
#define ONE(type, builtin)                                     \
  {                                                            \
    type a = (type)in[i], b = (type)(in[7 - i] >> 3), r;       \
    flags |= (uint)builtin(a, b, &r) << n++;                   \
    sum = sum * 31 + (ulong)r;                                 \
  }
#define EACH(builtin)                                                                             \
  ONE(char, builtin) ONE(uchar, builtin) ONE(short, builtin) ONE(ushort, builtin) ONE(int, builtin) \
  ONE(uint, builtin) ONE(long, builtin) ONE(ulong, builtin)
  EACH(__builtin_add_overflow)
  out[i] = sum ^ flags;
}
//: sub_overflow_types = 0xd3d15a100 0x2e55cbb300 0x8722091c3e6ace80 0x200000000000 0xfffffc2118b61200 0xc6ef7456c8fc6b6a 0 0x42316c2500
kernel void sub_overflow_types(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint n = 0, flags = 0;
  ulong sum = 0;
#define ONE(type, builtin)                                     \
  {                                                            \
    type a = (type)in[i], b = (type)(in[7 - i] >> 3), r;       \
    flags |= (uint)builtin(a, b, &r) << n++;                   \
    sum = sum * 31 + (ulong)r;                                 \
  }
#define EACH(builtin)                                                                             \
  ONE(char, builtin) ONE(uchar, builtin) ONE(short, builtin) ONE(ushort, builtin) ONE(int, builtin) \
  ONE(uint, builtin) ONE(long, builtin) ONE(ulong, builtin)
  EACH(__builtin_sub_overflow)
  out[i] = sum ^ flags;
}
//: mul_overflow_types = 0x13dba07180 0 0x87220922dcf59faa 0 0x140000000000 0x39108fb3d34aa66a 0 0
kernel void mul_overflow_types(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint n = 0, flags = 0;
  ulong sum = 0;
#define ONE(type, builtin)                                     \
  {                                                            \
    type a = (type)in[i], b = (type)(in[7 - i] >> 3), r;       \
    flags |= (uint)builtin(a, b, &r) << n++;                   \
    sum = sum * 31 + (ulong)r;                                 \
  }
#define EACH(builtin)                                                                             \
  ONE(char, builtin) ONE(uchar, builtin) ONE(short, builtin) ONE(ushort, builtin) ONE(int, builtin) \
  ONE(uint, builtin) ONE(long, builtin) ONE(ulong, builtin)
  EACH(__builtin_mul_overflow)
  out[i] = sum ^ flags;
}
//: overflow_of_mixed_types = 0xe178115d22dd2 0x800000000c57d9ca 0x11c75e442a3539b3 0x8276810843f8a7 0xfffc3f0008d1094a 0xd9c53b463e8758c9 0x800e17810b925c2b 0x1697ab74
kernel void overflow_of_mixed_types(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uchar a;
  uint b;
  long c;
  ulong d;
  short e;
  int f;
  uint flags = __builtin_add_overflow((long)in[i], (uint)in[7 - i], &a);
  flags |= (uint)__builtin_sub_overflow((uint)in[i], (long)in[7 - i], &b) << 1;
  flags |= (uint)__builtin_add_overflow((ulong)in[i], (int)in[7 - i], &c) << 2;
  flags |= (uint)__builtin_sub_overflow((char)in[i], (ulong)in[7 - i], &d) << 3;
  flags |= (uint)__builtin_mul_overflow((ushort)in[i], (char)in[7 - i], &e) << 4;
  flags |= (uint)__builtin_mul_overflow((uint)in[i], (uint)in[7 - i], &f) << 5;
  out[i] = ((((a * 31ul + b) * 31 + (ulong)c) * 31 + d) * 31 + (ulong)e) * 31 + (ulong)f ^ flags;
}
//: mul_overflow_of_mixed_long = 960 3 0x3910c8d016b07d63 0xa00000000000 0xa00000000000 0x3910c8d016b07d63 3 960
kernel void mul_overflow_of_mixed_long(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  long a;
  ulong b;
  uint flags = __builtin_mul_overflow((ulong)in[i], (long)in[7 - i], &a);
  flags |= (uint)__builtin_mul_overflow((long)in[i], (ulong)in[7 - i], &b) << 1;
  out[i] = (ulong)a * 31 + b ^ flags;
}
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
//: overflow_of_named_types = 906 0x80000000000000e4 0x61c8864d76c84cf0 0x10000000096 0xffffff00000000a0 0x9e3779c0755d451c 0x80000000000000d6 920
kernel void overflow_of_named_types(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint a;
  int b;
  long c;
  uint flags = __builtin_uadd_overflow((uint)in[i], (uint)in[7 - i], &a);
  flags |= (uint)__builtin_smul_overflow((int)in[i], (int)in[7 - i], &b) << 1;
  flags |= (uint)__builtin_ssubl_overflow((long)in[i], (long)in[7 - i], &c) << 2;
  out[i] = a * 31ul + (ulong)b * 17 + (ulong)c ^ flags;
}
//: add_with_carry = 0x9e3779b97f4a7c19 0x9e3779b97f4a7c1d 0x9e3779b97f4a7c14 0x9e377ab97f4a7c16 0x9e3779b97f4a7c1b 0x3c6ef372fe94f82a 0x1e3779b97f4a7c17 0x9e3779b97f4a7c20
kernel void add_with_carry(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  uint carry;
  uint low = __builtin_addc((uint)in[i], (uint)in[5], 1u, &carry);
  uint high = __builtin_addc((uint)(in[i] >> 32), (uint)(in[5] >> 32), carry, &carry);
  out[i] = ((ulong)high << 32 | low) ^ carry;
}
//: ldexp_float = 0x41c00000
kernel void ldexp_float(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(__builtin_ldexpf((float)in[0], 3)); }
//: ldexp_double = 0x4038000000000000
kernel void ldexp_double(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ulong(__builtin_ldexp((double)in[0], (int)in[0])); }
//: ldexp_negative = 0x3e400000
kernel void ldexp_negative(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(__builtin_ldexpf(3.0f, -(int)in[0] - 1)); }
//: ldexp_of_a_constant = 0x4a000000
kernel void ldexp_of_a_constant(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(__builtin_ldexpf(1.0f, 21)); }
//: scalbn_by_ldexp_in_a_loop = 0x42f00000
kernel void scalbn_by_ldexp_in_a_loop(global ulong* out, global const ulong* in) {
  float s = 0;
  for (int i = 0; i < 4; ++i) s += __builtin_ldexpf(8.0f, i);
  out[get_global_id(0)] = as_uint(s);
}
//: prefetch_of_global_memory = 7
kernel void prefetch_of_global_memory(global ulong* out, global const ulong* in) {
  __builtin_prefetch(in + 4);
  out[get_global_id(0)] = in[1];
}
//: prefetch_with_arguments = 7
kernel void prefetch_with_arguments(global ulong* out, global const ulong* in) {
  __builtin_prefetch(out + get_global_id(0), 1, 3);
  __builtin_prefetch(in, 0, 0);
  out[get_global_id(0)] = in[1];
}
//: prefetch_of_private_memory = 3
kernel void prefetch_of_private_memory(global ulong* out, global const ulong* in) {
  ulong a[2] = { in[0], in[1] };
  __builtin_prefetch(a);
  out[get_global_id(0)] = a[in[7] & 1];
}
//: cycles_advance = 1
kernel void cycles_advance(global ulong* out, global const ulong* in) {
  ulong begin = __builtin_readcyclecounter();
  ulong v = in[0];
  for (int i = 0; i < 100; ++i) v = v * 6364136223846793005ul + 1442695040888963407ul;
  ulong end = __builtin_readcyclecounter();
  out[get_global_id(0)] = (end >= begin) | (v == 1);
}
//: cycles_as_a_seed = 1
kernel void cycles_as_a_seed(global ulong* out, global const ulong* in) {
  uint seed = (uint)__builtin_readcyclecounter() | 1u;
  out[get_global_id(0)] = seed & 1;
}
//: prefetch_in_a_loop = 0x9e3779b97f4a7c15
kernel void prefetch_in_a_loop(global ulong* out, global const ulong* in) {
  ulong best = 0;
  for (int i = 0; i < 8; ++i) {
    __builtin_prefetch(&in[(i + 2) & 7], 0, 1);
    best = in[i] > best && in[i] < in[2] ? in[i] : best;
  }
  out[get_global_id(0)] = best;
}
//: prefetch_of_local_memory = 3
kernel void prefetch_of_local_memory(global ulong* out, global const ulong* in) {
  local ulong t[8];
  __builtin_prefetch(t, 1);
  t[get_local_id(0)] = in[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = t[7 - get_local_id(0)];
}
//: cycles_in_a_helper = 1
static ulong now(void) { return __builtin_readcyclecounter(); }
kernel void cycles_in_a_helper(global ulong* out, global const ulong* in) {
  ulong begin = now();
  out[get_global_id(0)] = now() - begin < 1ul << 62;
}
//: cycles_across_a_barrier = 1
kernel void cycles_across_a_barrier(global ulong* out, global const ulong* in) {
  ulong begin = __builtin_readcyclecounter();
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (long)(__builtin_readcyclecounter() - begin) >= 0;
}
//: cycles_in_a_condition = 7
kernel void cycles_in_a_condition(global ulong* out, global const ulong* in) {
  if (__builtin_readcyclecounter() == 0) out[get_global_id(0)] = 1;
  else out[get_global_id(0)] = in[1];
}
//: assume_aligned_constant = 6
constant uint steps[4] = { 5, 6, 7, 8 };
kernel void assume_aligned_constant(global ulong* out, global const ulong* in) {
  constant uint* p = (constant uint*)__builtin_assume_aligned(steps, 4);
  out[get_global_id(0)] = p[in[0] & 1];
}
//: assume_aligned_global = 3 7 0xffffffffffffffff 0x10000000000 5 0x9e3779b97f4a7c15 0x8000000000000000 10
kernel void assume_aligned_global(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  out[i] = ((global const ulong*)__builtin_assume_aligned(in, 16))[i];
}
//: assume_aligned_with_an_offset = 7
kernel void assume_aligned_with_an_offset(global ulong* out, global const ulong* in) {
  global const ulong* p = (global const ulong*)__builtin_assume_aligned(in + 1, 16, 8);
  out[get_global_id(0)] = *p;
}
//: assume_aligned_private = 7
kernel void assume_aligned_private(global ulong* out, global const ulong* in) {
  ulong a[4] __attribute__((aligned(32)));
  for (int i = 0; i < 4; ++i) a[i] = in[i];
  ulong* p = (ulong*)__builtin_assume_aligned(a, 32);
  out[get_global_id(0)] = p[in[0] & 1];
}
//: assume_aligned_local = 3
kernel void assume_aligned_local(global ulong* out, global const ulong* in) {
  local ulong t[8];
  size_t l = get_local_id(0);
  local ulong* p = (local ulong*)__builtin_assume_aligned(t, 8);
  p[l] = in[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = p[7 - l];
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

//: assembly_that_is_empty = 3
kernel void assembly_that_is_empty(global ulong* out, global const ulong* in) {
  ulong x = in[0];
  __asm__ volatile("" : "+r"(x));
  out[get_global_id(0)] = x;
}
//: assembly_as_a_barrier_of_the_compiler = 7
kernel void assembly_as_a_barrier_of_the_compiler(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = in[0];
  __asm__ volatile("" ::: "memory");
  out[get_global_id(0)] = in[1];
}
//: assembly_with_an_input = 10
kernel void assembly_with_an_input(global ulong* out, global const ulong* in) {
  uint x = (uint)in[0] + 7;
  __asm__ volatile("" : : "r"(x));
  out[get_global_id(0)] = x;
}
//: assembly_of_a_float = 0x40400000
kernel void assembly_of_a_float(global ulong* out, global const ulong* in) {
  uint f = as_uint((float)in[0]);
  __asm__("" : "+r"(f));
  out[get_global_id(0)] = f;
}
//: assembly_with_several_operands = 10
kernel void assembly_with_several_operands(global ulong* out, global const ulong* in) {
  ulong a = in[0], b = in[1];
  __asm__ volatile("" : "+r"(a), "+r"(b));
  out[get_global_id(0)] = a + b;
}
//: assembly_in_a_loop = 28
kernel void assembly_in_a_loop(global ulong* out, global const ulong* in) {
  int s = 0;
  for (int i = 0; i < 8; ++i) {
    __asm__ volatile("" : "+r"(s));
    s += i;
  }
  out[get_global_id(0)] = s;
}
//: assembly_of_memory = 5
kernel void assembly_of_memory(global ulong* out, global const ulong* in) {
  int a[2] = { 5, 6 };
  __asm__ volatile("" : "+m"(a[0]) : : "memory");
  out[get_global_id(0)] = a[in[7] & 1];
}

//: long_double_of_float = 0x40400000
kernel void long_double_of_float(global ulong* out, global const ulong* in) {
  long double d = (float)in[0];
  out[get_global_id(0)] = as_uint((float)d);
}
//: long_double_arithmetic = 0x4025000000000000
kernel void long_double_arithmetic(global ulong* out, global const ulong* in) {
  long double a = in[0], b = 2.5L;
  out[get_global_id(0)] = as_ulong((double)(a * b + 3.0L));
}
//: long_double_has_the_size_of_double = 8
kernel void long_double_has_the_size_of_double(global ulong* out, global const ulong* in) { out[get_global_id(0)] = sizeof(long double); }
//: long_double_literal = 0x3fb999999999999a
kernel void long_double_literal(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ulong((double)0.1L); }
//: long_double_in_a_structure = 10
typedef struct { int n; long double d; } Exact;
static Exact half_of(Exact e) { e.d /= 2; return e; }
kernel void long_double_in_a_structure(global ulong* out, global const ulong* in) {
  Exact e = { 1, (long double)in[7] * 2 };
  out[get_global_id(0)] = (ulong)half_of(e).d;
}
//: long_double_array = 7
kernel void long_double_array(global ulong* out, global const ulong* in) {
  long double a[3] = { 1, (long double)in[1], 3 };
  out[get_global_id(0)] = (ulong)a[in[0] & 1];
}
//: long_double_of_a_program = 2
constant long double table[2] = { 1.5L, 2.5L };
kernel void long_double_of_a_program(global ulong* out, global const ulong* in) { out[get_global_id(0)] = (ulong)table[in[0] & 1]; }
//: long_double_compared = 1
kernel void long_double_compared(global ulong* out, global const ulong* in) {
  long double a = in[0];
  out[get_global_id(0)] = a > 2.5L && a != 4.0L && (bool)a;
}

//: rounding_by_builtins = 2 4 0 0 3 3 0 5
kernel void rounding_by_builtins(global ulong* out, global const ulong* in) {
  size_t i = get_global_id(0);
  out[i] = __builtin_lroundf((float)(in[i] & 15) * 0.5f) * (in[i] < 16 || i == 5) + 0 * __builtin_lrintf((float)in[0]);
}
//: rounding_to_even_by_builtins = 2
kernel void rounding_to_even_by_builtins(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = __builtin_lrintf((float)in[4] * 0.5f) * (__builtin_llrint((double)in[0] * 0.5) == 2);
}
//: atomics_of_c = 4
kernel void atomics_of_c(global ulong* out, global const ulong* in) {
  global ulong* p = out + get_global_id(0);
  __sync_fetch_and_add(p, in[0]);
  __atomic_fetch_add(p, 1ul, __ATOMIC_RELAXED);
  __sync_synchronize();
}
//: atomic_nand_of_c = 0xfffffffffffffffc
kernel void atomic_nand_of_c(global ulong* out, global const ulong* in) {
  global ulong* p = out + get_global_id(0);
  *p = in[1];
  __atomic_fetch_nand(p, in[0], __ATOMIC_RELAXED);
}
//: elementwise_by_builtins = 12
kernel void elementwise_by_builtins(global ulong* out, global const ulong* in) {
  uint4 v = (uint4)((uint)in[0], 1, 2, 3);
  out[get_global_id(0)] = __builtin_reduce_add(__builtin_elementwise_max(v, (uint4)(3)));
}

//: options -cl-std=CL3.0 | -cl-std=CLC++2021

//: alloca_of_a_constant_size = 7
kernel void alloca_of_a_constant_size(global ulong* out, global const ulong* in) {
  ulong* p = (ulong*)__builtin_alloca(2 * sizeof(ulong));
  p[0] = in[0];
  p[1] = in[1];
  out[get_global_id(0)] = p[in[0] & 1];
}
