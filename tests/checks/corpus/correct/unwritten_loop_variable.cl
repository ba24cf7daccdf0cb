// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable is written in the first iteration and used in later ones.
// run: unwritten_loop_variable 16 16 buffer:64 written:64
// report: none
kernel void unwritten_loop_variable(global int* out, global const int* in) {
  int last, changes = 0;
  for (int k = 0; k < 16; ++k) {
    if (k > 0 && in[k] != last) ++changes;
    last = in[k];
  }
  out[get_global_id(0)] = changes;
}
