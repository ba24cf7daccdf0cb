// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A conversion to a local pointer of a pointer to a buffer gives null, which is read.
// run: generic_to_local_of_global 16 16 buffer:64 readonly:64
// options: -cl-std=CL2.0
// report: memory 8
int get(const int* p, int index) {
  local const int* q = to_local((int*)p);
  return q[index];
}
kernel void generic_to_local_of_global(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = get((const int*)in, i);
}
