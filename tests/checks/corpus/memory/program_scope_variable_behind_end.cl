// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index leaves an array in program scope.
// run: program_scope_variable_behind_end 16 16 buffer:64
// options: -cl-std=CL2.0
// report: memory 9
global int state[15];
kernel void program_scope_variable_behind_end(global int* out) {
  const int i = get_global_id(0);
  state[i] = i;
  out[i] = i;
}
