// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pointer to the components of a private vector goes too far.
// run: private_vector_by_pointer 16 16 buffer:64 int:5
// report: memory 10
kernel void private_vector_by_pointer(global float* out, int n) {
  float4 v = (float4)(1, 2, 3, 4);
  const float* component = (const float*)&v;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += component[k];
  out[get_global_id(0)] = sum;
}
