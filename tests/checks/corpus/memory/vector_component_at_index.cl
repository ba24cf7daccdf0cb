// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Component 3 of a vector type is written behind the end by a cast to its elements.
// run: vector_component_at_index 16 16 buffer:252
// report: memory 9
kernel void vector_component_at_index(global float* a) {
  global float* v = a + 4 * get_global_id(0);
  v[0] = 1;
  v[1] = 2;
  v[3] = 4;
}
