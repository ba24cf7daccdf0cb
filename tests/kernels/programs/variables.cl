// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program-scope variables: initialized once, persistent across launches.

global int counter = 10;
global int table[3] = {3, 1, 2};
global struct { char tag; long wide; } state = {'x', 60};
global int *global pointer = &table[0];
constant int *constant kNothing = 0;

kernel void next(global int *out) {
  out[0] = ++counter;
  out[1] = *pointer;
  *pointer += 3;
  state.wide += 10;
  out[2] = (int)state.wide;
  out[3] = kNothing == 0 && state.tag == 'x';
}

kernel void reset(void) {
  counter = 10;
  table[0] = 3;
  state.wide = 60;
}
