// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host has the buffer mapped for writing while the kernel writes it.
// run: mapped_buffer_written 16 16 mapped:64
// report: memory 6
kernel void mapped_buffer_written(global int* a) {
  a[get_global_id(0)] = 3;
}
