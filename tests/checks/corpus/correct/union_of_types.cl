// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A float is written, and its bits are read.
// run: union_of_types 16 16 buffer:64
// report: none
typedef union { float value; uint bits; uchar bytes[4]; } Bits;
kernel void union_of_types(global uint* out) {
  Bits b;
  b.value = get_global_id(0);
  out[get_global_id(0)] = b.bits + b.bytes[3];
}
