// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each case of a switch writes the variable.
// run: unwritten_switch_all_cases 16 16 buffer:64
// report: none
kernel void unwritten_switch_all_cases(global int* out) {
  int value;
  switch (get_global_id(0) % 3) {
    case 0: value = 5; break;
    case 1: value = 6; break;
    default: value = 7;
  }
  out[get_global_id(0)] = value;
}
