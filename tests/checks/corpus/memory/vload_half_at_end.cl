// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halves are read behind the end of a buffer.
// run: vload_half_at_end 64 16 buffer:256 readonly:126
// report: memory 7
kernel void vload_half_at_end(global float* out, global const half* in) {
  const size_t i = get_global_id(0);
  out[i] = vload_half(i, in);
}
