// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter in program scope is not atomic.
// run: program_scope_counter 64 16 buffer:4
// options: -cl-std=CL2.0
// report: races 9
// may: benign-races 9
global int count;
kernel void program_scope_counter(global int* out) {
  count += 1;
  if (get_global_id(0) == 70) *out = count; 
}
