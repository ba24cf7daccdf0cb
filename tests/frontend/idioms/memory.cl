// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: large aligned attributes and arrays of size 0. A compiler may give a smaller alignment than the
// attribute, so no idiom depends on an address. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

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
