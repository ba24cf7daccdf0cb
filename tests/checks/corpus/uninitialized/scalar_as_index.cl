// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index that nothing has written makes an address.
// run: scalar_as_index 16 16 buffer:64 readonly:64 int:3
// report: uninitialized 9
kernel void scalar_as_index(global int* out, global const int* in, int n) {
  const int i = get_global_id(0);
  int index;
  if (n > 5) index = n;
  out[i] = in[index & 15];
}
