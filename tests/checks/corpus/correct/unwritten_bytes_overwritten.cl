// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All bytes of a variable are written one by one.
// run: unwritten_bytes_overwritten 16 16 buffer:64
// report: none
kernel void unwritten_bytes_overwritten(global int* out) {
  int value;
  char* bytes = (char*)&value;
  for (int k = 0; k < 4; ++k) bytes[k] = get_global_id(0);
  out[get_global_id(0)] = value;
}
