// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A work-item writes an int whose bytes others write, too.
// run: local_bytes_of_word 16 16 buffer:64
// report: races 8|9
kernel void local_bytes_of_word(global int* out) {
  local int words[4];
  const int l = get_local_id(0);
  if (l < 4) words[l] = 0;
  ((local char*)words)[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = words[l & 3];
}
