// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The output is a buffer without contents.
// run: unwritten_output 64 16 empty:256 written:256
// report: none
kernel void unwritten_output(global int* out, global const int* in) {
  const int i = get_global_id(0);
  out[i] = in[i] * 3;
}
