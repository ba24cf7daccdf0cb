// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that an iteration takes from the one before has no value in the first one.
// run: loop_carried 16 16 buffer:64 readonly:64
// report: uninitialized 8|12
kernel void loop_carried(global int* out, global const int* in) {
  int last, changes = 0;
  for (int k = 0; k < 16; ++k) {
    if (in[k] != last)
      ++changes;
    last = in[k];
  }
  out[get_global_id(0)] = changes;
}
