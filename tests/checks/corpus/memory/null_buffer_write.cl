// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The argument for a status is null, and one work-item writes it.
// run: null_buffer_write 64 16 buffer:256 null
// report: memory 8
kernel void null_buffer_write(global int* out, global int* status) {
  const size_t i = get_global_id(0);
  out[i] = 1;
  if (i == 40) *status = 1;
}
