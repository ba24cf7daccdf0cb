// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter is in a buffer with CL_MEM_READ_ONLY.
// run: atomic_on_read_only_buffer 64 16 readonly:4
// report: memory 6
kernel void atomic_on_read_only_buffer(global int* counter) {
  atomic_inc(counter);
}
