// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cast makes a local pointer from a generic pointer to a private variable.
// run: generic_cast_to_wrong_space 16 16 buffer:64
// options: -cl-std=CL2.0
// report: memory 8
int get(int* p) {
  local int* q = (local int*)p;
  return *q;
}
kernel void generic_cast_to_wrong_space(global int* out) {
  int value = get_global_id(0);
  out[get_global_id(0)] = get(&value);
}
