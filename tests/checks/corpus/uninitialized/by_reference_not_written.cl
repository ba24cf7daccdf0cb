// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function writes its result only if it succeeds, and the kernel does not look.
// run: by_reference_not_written 16 16 buffer:64 readonly:64
// report: uninitialized 17
int find(global const int* in, int value, int* place) {
  for (int k = 0; k < 16; ++k)
    if (in[k] == value) {
      *place = k;
      return 1;
    }
  return 0;
}
kernel void by_reference_not_written(global int* out, global const int* in) {
  const int i = get_global_id(0);
  int place;
  find(in, i, &place);
  out[i] = place;
}
