// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A jump leads some work-items around a barrier.
// run: goto_around_barrier 16 16 buffer:64
// report: barriers 9
kernel void goto_around_barrier(global int* out) {
  const int l = get_local_id(0);
  out[l] = 1;
  if (l == 7) goto end;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = 2;
end:
  out[l] += 1;
}
