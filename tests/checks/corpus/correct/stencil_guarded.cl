// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil has a guard at both ends.
// run: stencil_guarded 64 16 buffer:256 buffer:256
// report: none
kernel void stencil_guarded(global float* out, global const float* in) {
  const int i = get_global_id(0);
  if (i == 0 || i == 63) {
    out[i] = in[i];
    return;
  }
  out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}
