// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vload4, packed structures and vectors of three at their alignment are no misaligned accesses.
// run: packed_and_vload 16 16 buffer:256 written:1024
// report: none
struct __attribute__((packed)) Entry {
  char tag;
  int value;
};
kernel void packed_and_vload(global float* out, global const int* in) {
  const size_t i = get_global_id(0);
  private struct Entry entries[3];
  for (int k = 0; k < 3; ++k) entries[k].value = in[i + k];
  global const struct Entry* packed = (global const struct Entry*)in;
  global const int3* threes = (global const int3*)in;
  out[i] = vload4(i, in + 1).w + entries[i % 3].value + packed[i].value + threes[i].z;
}
