// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An asynchronous copy of float4 writes behind the end of the result.
// run: async_copy_result_too_long 16 16 buffer:192
// report: memory 9
kernel void async_copy_result_too_long(global float4* out) {
  local float4 tile[16];
  tile[get_local_id(0)] = (float4)(1);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t done = async_work_group_copy(out, tile, 16, 0);
  wait_group_events(1, &done);
}
