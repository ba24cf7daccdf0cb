// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void floats(global half* h, global double* d, global float4* f, float a) {
  const size_t i = get_global_id(0);
  h[i] = h[i] * (half)2.0h + convert_half_rtz(d[i]);
  d[i] = fma(d[i], (double)a, sqrt(d[i])) + sin(a);
  f[i] = mix(f[i], normalize(f[i].wzyx), a) * dot(f[i], f[i + 1]);
  int exponent;
  f[i].x = frexp(a, &exponent) + exponent;
  vstore_half4_rte(f[i], 0, h);
}
