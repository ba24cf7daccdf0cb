// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items of different groups write the halves of one word.
// run: shorts_of_words 64 1 buffer:128
// report: none
kernel void shorts_of_words(global ushort* a) {
  a[get_global_id(0)] = get_global_id(0);
}
