// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned arithmetic wraps as it is defined to.
// run: unsigned_wraps 64 16 buffer:256
// report: none
kernel void unsigned_wraps(global uint* out) {
  uint hash = 2166136261u;
  for (int k = 0; k < 4; ++k) {
    hash ^= (uint)get_global_id(0) + k;
    hash *= 16777619u;
  }
  out[get_global_id(0)] = hash - 3000000000u;
}
