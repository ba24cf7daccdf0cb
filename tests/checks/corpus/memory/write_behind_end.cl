// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last work-item writes one element behind the end of its buffer.
// run: write_behind_end 64 16 buffer:256
// report: memory 6
kernel void write_behind_end(global int* a) {
  a[get_global_id(0) + 1] = 1;
}
