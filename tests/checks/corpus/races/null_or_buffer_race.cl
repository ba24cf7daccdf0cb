// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer is null or an element of a buffer that two work-items write.
// run: null_or_buffer_race 64 16 buffer:256 buffer:256 int:3
// report: races 10
// may: benign-races 10
kernel void null_or_buffer_race(global uint* out, global uint* t, int n) {
  const uint x = get_global_id(0);
  global uint* p = n > 5 ? 0 : t + x / 2;
  for (int i = 0; i < n; i++) {
    if (p) *p = x + i;
    if (x + i > 100) p = 0;
  }
  out[x] = n;
}
