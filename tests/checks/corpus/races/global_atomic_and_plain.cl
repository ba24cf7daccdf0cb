// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One group counts with atomics, and another one reads the count without.
// run: global_atomic_and_plain 64 16 buffer:256 buffer:4
// report: races 9|11
kernel void global_atomic_and_plain(global int* out, global int* count) {
  const int i = get_global_id(0);
  out[i] = 0;
  if (i < 32)
    atomic_inc(count);
  else
    out[i] = *count;
}
