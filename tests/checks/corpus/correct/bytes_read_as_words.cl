// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes that one launch writes are words for the next one.
// run: bytes_read_as_words 64 16 buffer:64 buffer:64
// run: bytes_read_as_words2 16 16 first:0 first:1
// report: none
kernel void bytes_read_as_words(global uchar* a, global uint* out) {
  a[get_global_id(0)] = get_global_id(0);
}
kernel void bytes_read_as_words2(global const uint* a, global uint* out) {
  out[get_global_id(0)] = a[15 - get_global_id(0)];
}
