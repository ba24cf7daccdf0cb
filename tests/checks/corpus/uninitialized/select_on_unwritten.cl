// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A choice between two values depends on a value that nothing has written.
// run: select_on_unwritten 16 16 buffer:64
// report: uninitialized 9
kernel void select_on_unwritten(global int* out) {
  const int i = get_global_id(0);
  int which;
  if (i > 100) which = 1;
  out[i] = select(i, -i, which);
}
