// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A selector that no work-item above 7 has written decides a switch.
// run: scalar_in_switch 16 16 buffer:64
// report: uninitialized 10|15
kernel void scalar_in_switch(global int* out) {
  const int i = get_global_id(0);
  int kind;
  if (i < 8) kind = i % 3;
  int value = 4;
  switch (kind) {
    case 0: value = 1; break;
    case 1: value = 2; break;
    case 2: value = 3; break;
  }
  out[i] = value;
}
