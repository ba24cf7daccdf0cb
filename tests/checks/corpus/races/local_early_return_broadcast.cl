// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-item that returns early writes a value, and the others read it without a barrier.
// run: local_early_return_broadcast 16 16 buffer:64
// report: races 12|15
kernel void local_early_return_broadcast(global int* out) {
  local int limit;
  const int l = get_local_id(0);
  out[l] = 0;
  if (l == 3) limit = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    limit = 5;
    return;
  }
  out[l] = limit;
}
