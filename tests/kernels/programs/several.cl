// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several kernels and program-scope variables in one module.

kernel void setElement(global int *out, int index) { out[index] = index * index; }

kernel void first(global int *out) { out[get_global_id(0)] = 1; }
kernel void second(global int *out) { out[get_global_id(0)] += 20; }
kernel void __attribute__((reqd_work_group_size(4, 2, 1))) third(global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] += 100 * get_local_size(0);
}

constant int kTable[5] = {2, 3, 5, 7, 11};
constant float4 kVector = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
constant char kText[] = "prime";

kernel void constants(global int *out) {
  const int i = get_global_id(0);
  out[i] = kTable[i] * 1000 + (int)kVector[i % 4] * 100 + kText[i];
}
