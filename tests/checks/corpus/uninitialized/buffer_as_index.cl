// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices in a buffer without contents make addresses.
// run: buffer_as_index 16 16 buffer:64 readonly:64 empty:64
// report: uninitialized 7
kernel void buffer_as_index(global int* out, global const int* in, global const int* indices) {
  const int i = get_global_id(0);
  out[i] = in[indices[i] & 15];
}
