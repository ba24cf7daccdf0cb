// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier is in one case of a switch.
// run: in_switch 16 16 buffer:64
// report: barriers 10
kernel void in_switch(global int* out) {
  const int l = get_local_id(0);
  switch (l % 3) {
    case 0: out[l] = 1; break;
    case 1:
      barrier(CLK_LOCAL_MEM_FENCE);
      out[l] = 2;
      break;
    default: out[l] = 3;
  }
}
