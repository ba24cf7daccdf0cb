// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last vector ends with the buffer.
// run: vector_at_end 13 - buffer:64 buffer:64
// report: none
kernel void vector_at_end(global float* out, global const float* in) {
  const int i = get_global_id(0);
  out[i] = vload4(0, in + i).w;
}
