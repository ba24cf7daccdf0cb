// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer is null or an element of a buffer that only the kernel writes.
// run: null_or_buffer 64 16 buffer:256 empty:256 int:3
// report: none
kernel void null_or_buffer(global uint* out, global uint* t, int n) {
  const uint x = get_global_id(0);
  global uint* p = n > 5 ? 0 : t + x;
  for (int i = 0; i < n; i++) {
    if (p) *p = x + i;
    if (x + i > 100) p = 0;
  }
  out[x] = t[x] + 1;
}
