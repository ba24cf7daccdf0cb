// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A permutation gives each work-item its own target.
// run: gather_scatter_permutation 64 16 buffer:256 written:256
// report: none
kernel void gather_scatter_permutation(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[(i * 37 + 11) & 63] = in[(i * 5) & 63];
}
