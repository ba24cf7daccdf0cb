// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cast removes const, and the buffer is one with CL_MEM_READ_ONLY.
// run: const_cast_write_read_only 64 16 readonly:256
// report: memory 6
kernel void const_cast_write_read_only(global const int* a) {
  ((global int*)a)[get_global_id(0)] = 1;
}
