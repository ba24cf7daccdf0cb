// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure whose padding was never written is copied to a buffer.
// run: struct_with_padding 16 16 buffer:256
// report: none
typedef struct { char tag; int value; long sum; } Padded;
kernel void struct_with_padding(global Padded* out) {
  Padded p;
  p.tag = 1;
  p.value = get_global_id(0);
  p.sum = 3;
  out[get_global_id(0)] = p;
}
