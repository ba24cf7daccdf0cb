// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil wraps its indices.
// run: stencil_periodic 64 16 buffer:256 buffer:256
// report: none
kernel void stencil_periodic(global float* out, global const float* in) {
  const int i = get_global_id(0);
  out[i] = in[(i + 63) % 64] + in[(i + 1) % 64];
}
