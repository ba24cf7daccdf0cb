// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Consecutive bytes from an index that may wrap (large_memory.cpp).
kernel void number(global uchar *bytes, uint start) {
  const uint item = get_global_id(0);
  bytes[start + item] = (uchar)(item + 1);
}
