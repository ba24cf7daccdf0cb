// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-items write single components of vectors in a buffer.
// run: vector_component_of_buffer 64 16 buffer:256
// report: none
kernel void vector_component_of_buffer(global float4* out) {
  const int i = get_global_id(0);
  ((global float*)(out + i / 4))[i % 4] = i;
}
