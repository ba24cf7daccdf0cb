// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vector is loaded by way of one buffer from another one.
// run: other_buffer_vload 16 16 buffer:64 readonly:256 readonly:256
// report: memory 7
kernel void other_buffer_vload(global float* out, global const float* a, global const float* b) {
  const size_t i = get_global_id(0);
  out[i] = vload4(i, a + (b - a)).y;
}
