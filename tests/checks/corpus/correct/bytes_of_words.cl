// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours write the bytes of one word.
// run: bytes_of_words 64 16 buffer:64
// report: none
kernel void bytes_of_words(global uchar* a) {
  a[get_global_id(0)] = get_global_id(0);
}
