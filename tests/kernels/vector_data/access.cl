// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vload, vstore, shuffle, component access and literals.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define WIDTH_KERNELS(type, n)                                                                   \
  kernel void copy_##type##n(global const type *in, global type *out, local type *scratch,       \
                             constant type *table) {                                             \
    type own[2 * n];                                                                             \
    const int i = get_global_id(0);                                                              \
    const type##n value = vload##n(i, in + 1) + vload##n(0, table);                              \
    vstore##n(value, 0, own + 1);                                                                \
    vstore##n(vload##n(0, own + 1), get_local_id(0), scratch);                                   \
    vstore##n(vload##n(get_local_id(0), scratch), i, out + 1);                                   \
  }
#define KERNELS(type) \
  WIDTH_KERNELS(type, 2) WIDTH_KERNELS(type, 3) WIDTH_KERNELS(type, 4) \
  WIDTH_KERNELS(type, 8) WIDTH_KERNELS(type, 16)
KERNELS(char) KERNELS(ushort) KERNELS(int) KERNELS(ulong) KERNELS(float) KERNELS(double)

kernel void shuffles(global const int *in, global const uint *mask, global int *out) {
  vstore4(shuffle(vload4(0, in), vload4(0, mask)), 0, out);
  vstore8(shuffle(vload4(0, in), vload8(0, mask)), 0, out + 4);
  vstore2(shuffle(vload16(0, in), vload2(0, mask)), 0, out + 12);
  vstore4(shuffle2(vload4(0, in), vload4(1, in), vload4(0, mask)), 0, out + 14);
  vstore16(shuffle2(vload8(0, in), vload8(1, in), vload16(0, mask)), 0, out + 18);
}

kernel void components(global const int *in, global int *out) {
  int4 v = vload4(0, in);
  const int16 wide = vload16(0, in);
  v.xw = v.yz;
  vstore4(v, 0, out);
  vstore4(wide.s37bF, 1, out);
  vstore4(wide.lo.even.lo.xyyx, 2, out);
  vstore4((int4)(wide.hi.odd.hi, v.x, 5), 3, out);
  int3 three = (int3)(1, 2, 3).zyx;
  three.y += wide.sa;
  vstore3(three, 0, out + 16);
  int8 indexed = vload8(0, in);
  ((int *)&indexed)[in[2] & 7] = 77;
  vstore8(indexed, 0, out + 19);
}

kernel void halves(global const half *in, global float *out, global half *back) {
  const int i = get_global_id(0);
  out[i] = vload_half(i, in);
  vstore_half(out[i], i, back);
  vstore_half_rtz(out[i] + 0.0004f, i, back + 16);
  if (i < 4) vstore_half4(vload_half4(i, in), i, back + 32);
  if (i < 4) vstorea_half3(vloada_half3(i, in), i, back + 48);
  vstore_half_rtp((double)out[i] + 0.0004, i, back + 64);
}

kernel void asynchronousCopies(global const int *in, global int *out, local int *scratch) {
  const int size = get_local_size(0), first = get_group_id(0) * size;
  event_t event = async_work_group_copy(scratch, in + first, size, 0);
  wait_group_events(1, &event);
  const int value = scratch[size - 1 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[get_local_id(0)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(out + first, scratch, size, 0);
  wait_group_events(1, &event);
}

kernel void stridedCopies(global const int *in, global int *out, local int *scratch) {
  const int size = get_local_size(0);
  event_t event = async_work_group_strided_copy(scratch, in, size, 3, 0);
  wait_group_events(1, &event);
  event = async_work_group_strided_copy(out, scratch, size, 2, 0);
  wait_group_events(1, &event);
}
