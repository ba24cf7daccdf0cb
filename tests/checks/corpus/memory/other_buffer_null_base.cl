// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index from an address is applied to a null argument.
// run: other_buffer_null_base 16 16 null buffer:64
// report: memory 7
kernel void other_buffer_null_base(global int* a, global int* b) {
  const long index = (long)b / (long)sizeof(int);
  a[index + get_global_id(0)] = 1;
}
