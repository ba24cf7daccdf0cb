// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void prints(global int* data, float x, constant char* unused) {
  printf("%d %s %v4hlf %c %#lx\n", data[0], "text", (float4)(x), 'c', 77ul);
  event_t e = async_work_group_copy((local int*)0, data, 4, 0);
  wait_group_events(1, &e);
  prefetch(data, 4);
}
