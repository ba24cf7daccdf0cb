// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halves are loaded and stored by functions.
// run: half_storage 64 16 buffer:128 buffer:128
// report: none
kernel void half_storage(global half* out, global const half* in) {
  const int i = get_global_id(0);
  vstore_half(vload_half(i, in) + 1.0f, i, out);
}
