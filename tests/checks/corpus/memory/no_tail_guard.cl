// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The global size is rounded up to whole work-groups, and the guard is missing.
// run: no_tail_guard 128 32 buffer:400 int:100
// report: memory 8
kernel void no_tail_guard(global float* a, int n) {
  const int i = get_global_id(0);
  const float scale = 1.0f / n;
  a[i] = i * scale;
}
