// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: large aligned attributes and arrays of size 0. A compiler may give a smaller alignment than the
// attribute, so no idiom depends on an address. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: aligned_256_local = 10 0x8000000000000000 0x9e3779b97f4a7c15 5 0x10000000000 0xffffffffffffffff 7 3
kernel void aligned_256_local(global ulong* out, global const ulong* in) {
  local ulong t[8] __attribute__((aligned(256)));
  size_t l = get_local_id(0);
  t[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[7 - l];
}
//: aligned_4096_local = 7 3 0x10000000000 0xffffffffffffffff 0x9e3779b97f4a7c15 5 10 0x8000000000000000
kernel void aligned_4096_local(global ulong* out, global const ulong* in) {
  local __attribute__((aligned(4096))) ulong t[8];
  local __attribute__((aligned(512))) uchar b[8];
  size_t l = get_local_id(0);
  t[l] = in[l];
  b[l] = l ^ 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[b[l]];
}
//: aligned_256_across_a_barrier = 6 14 0xfffffffffffffffe 0x20000000000 10 0x3c6ef372fe94f82a 0 20
kernel void aligned_256_across_a_barrier(global ulong* out, global const ulong* in) {
  size_t l = get_local_id(0);
  ulong v[4] __attribute__((aligned(256)));
  for (int i = 0; i < 4; ++i) v[i] = in[l] << i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = v[(in[0] & 1)];
}
//: aligned_1024_large_array = 300
kernel void aligned_1024_large_array(global ulong* out, global const ulong* in) {
  int v[300] __attribute__((aligned(1024)));
  for (int i = 0; i < 300; ++i) v[i] = i + (int)in[0];
  out[get_global_id(0)] = v[in[4] * 60 - 3] + 0;
}
//: aligned_256_large_array = 101
kernel void aligned_256_large_array(global ulong* out, global const ulong* in) {
  int v[300] __attribute__((aligned(256)));
  for (int i = 0; i < 300; ++i) v[i] = i * (int)in[0];
  out[get_global_id(0)] = v[in[7] * 3] + 11;
}
//: aligned_8192_structure_behind_a_pointer = 7
typedef struct __attribute__((aligned(8192))) { ulong a, b; } Page;
kernel void aligned_8192_structure_behind_a_pointer(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = ((global const Page*)in)->b;
}
//: aligned_512_structure = 21
typedef struct { ulong a; uint b __attribute__((aligned(512))); } Apart;
static ulong sumOf(Apart s) { return s.a * 3 + s.b; }
kernel void aligned_512_structure(global ulong* out, global const ulong* in) {
  Apart s = { in[1], 0 };
  out[get_global_id(0)] = sumOf(s);
}
//: size_of_an_aligned_structure = 1024
typedef struct { uchar a; uchar b __attribute__((aligned(512))); } Sparse;
kernel void size_of_an_aligned_structure(global ulong* out, global const ulong* in) { out[get_global_id(0)] = sizeof(Sparse); }
//: aligned_256_constant = 6
constant ulong table[4] __attribute__((aligned(256))) = { 1, 6, 3, 4 };
kernel void aligned_256_constant(global ulong* out, global const ulong* in) { out[get_global_id(0)] = table[in[1] & 1]; }
//: aligned_65536_scalar = 8
kernel void aligned_65536_scalar(global ulong* out, global const ulong* in) {
  ulong v __attribute__((aligned(65536))) = in[4];
  ulong* p = &v;
  *p += in[0];
  out[get_global_id(0)] = v;
}
//: aligned_256_vector_array = 12
kernel void aligned_256_vector_array(global ulong* out, global const ulong* in) {
  local float4 t[8] __attribute__((aligned(256)));
  size_t l = get_local_id(0);
  t[l] = (float4)((float)l + 5.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = (ulong)(t[7 - l].x + t[l].w - 5.0f);
}
//: aligned_256_union = 5
typedef union __attribute__((aligned(256))) { ulong whole; uchar bytes[8]; } Bytes;
kernel void aligned_256_union(global ulong* out, global const ulong* in) {
  Bytes b[2];
  b[0].whole = in[4];
  b[1] = b[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = b[1].bytes[0];
}
//: aligned_2_less_than_natural = 10
kernel void aligned_2_less_than_natural(global ulong* out, global const ulong* in) {
  typedef ulong Loose __attribute__((aligned(2)));
  local uchar t[80];
  if (get_local_id(0) == 0) *(local Loose*)(t + 2) = in[7];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = *(local Loose*)(t + 2);
}

//: empty_private_array = 3
kernel void empty_private_array(global ulong* out, global const ulong* in) {
  int a[0];
  if (in[0] == 4) a[in[0]] = 1;
  out[get_global_id(0)] = in[0] + sizeof(a);
}
//: empty_local_array = 4
kernel void empty_local_array(global ulong* out, global const ulong* in) {
  local ulong a[0];
  size_t l = get_local_id(0);
  if (in[0] == 4) a[l] = in[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = in[0] == 4 ? a[7 - l] : in[0] + 1;
}
//: empty_array_by_a_macro = 8
#define MORE 0
kernel void empty_array_by_a_macro(global ulong* out, global const ulong* in) {
  float extra[MORE];
  float first[8];
  for (int i = 0; i < 8; ++i) first[i] = (float)i;
  for (int i = 0; i < MORE; ++i) extra[i] = 1;
  out[get_global_id(0)] = (ulong)first[in[1]] + 1;
}
//: empty_vector_array = 7
kernel void empty_vector_array(global ulong* out, global const ulong* in) {
  local float4 a[0];
  if (in[0] == 4) a[0] = (float4)(1.0f);
  out[get_global_id(0)] = in[1];
}
//: empty_array_of_arrays = 7
kernel void empty_array_of_arrays(global ulong* out, global const ulong* in) {
  local int a[0][4];
  int b[4][0];
  if (in[0] == 4) a[0][1] = b[1][0] = 4;
  out[get_global_id(0)] = in[1];
}
//: empty_last_member = 18
typedef struct { ulong n; ulong values[0]; } Counted;
kernel void empty_last_member(global ulong* out, global const ulong* in) {
  global const Counted* c = (global const Counted*)(in + 0);
  out[get_global_id(0)] = c->n + c->values[0] + sizeof(Counted);
}
//: empty_last_member_by_value = 11
typedef struct { int n; int values[0]; } Header;
static int count(Header h) { return h.n + 1; }
kernel void empty_last_member_by_value(global ulong* out, global const ulong* in) {
  Header h;
  h.n = (int)in[7];
  out[get_global_id(0)] = count(h);
}
//: empty_array_passed_to_a_function = 3
static ulong first(int* a, int n) { return n ? a[0] : 3; }
kernel void empty_array_passed_to_a_function(global ulong* out, global const ulong* in) {
  int a[0];
  out[get_global_id(0)] = first(a, in[0] == 4);
}
//: flexible_array_member = 10
typedef struct { ulong n; ulong values[]; } Flexible;
kernel void flexible_array_member(global ulong* out, global const ulong* in) {
  global const Flexible* c = (global const Flexible*)in;
  out[get_global_id(0)] = c->n + c->values[0];
}

//: options | -cl-std=CL3.0

//: empty_constant_array = 7
constant uint none[0] = {};
kernel void empty_constant_array(global ulong* out, global const ulong* in) {
  out[get_global_id(0)] = in[0] == 4 ? none[in[0]] : in[1] + sizeof(none);
}
//: empty_constant_array_of_structures = 7
typedef struct { int a, b; } Pair;
constant Pair pairs[] = {};
kernel void empty_constant_array_of_structures(global ulong* out, global const ulong* in) {
  ulong s = in[1];
  for (uint i = 0; i < sizeof(pairs) / sizeof(Pair); ++i) s += pairs[i].a;
  out[get_global_id(0)] = s;
}
