// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One work-item of the launch writes a status.
// run: written_by_one_item 64 16 buffer:256 buffer:4
// report: none
kernel void written_by_one_item(global int* out, global int* status) {
  out[get_global_id(0)] = 1;
  if (get_global_id(0) == get_global_size(0) - 1) *status = 1;
}
