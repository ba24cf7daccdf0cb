// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All work-items read one element, and none writes it.
// run: read_by_all_written_by_none 64 16 buffer:256 written:4
// report: none
kernel void read_by_all_written_by_none(global int* out, global const int* in) {
  out[get_global_id(0)] = in[0];
}
