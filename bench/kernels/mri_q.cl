// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix Q of a magnetic resonance image: for each voxel the sum over samples of the density times
// exp(2 pi i (k . x)), as the kernel of this name of the Parboil benchmarks computes. A sample is k and its
// density in a float4.
kernel void mri_q(global const float *restrict x, global const float *restrict y,
                  global const float *restrict z, global const float4 *restrict samples,
                  global float *restrict real, global float *restrict imaginary, int count) {
  const size_t i = get_global_id(0);
  float a = 0, b = 0;
  for (int k = 0; k < count; ++k) {
    const float4 s = samples[k];
    const float angle = 6.2831853071795864769f * (s.x * x[i] + s.y * y[i] + s.z * z[i]);
    a += s.w * cos(angle);
    b += s.w * sin(angle);
  }
  real[i] = a;
  imaginary[i] = b;
}
