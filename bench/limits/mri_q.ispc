// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix Q of a magnetic resonance image (kernels/mri_q.cl), with ispc's sincos.
#include "ranges.isph"

task void mriQPart(const uniform float x[], const uniform float y[], const uniform float z[],
                   const uniform float samples[], uniform float real[], uniform float imaginary[],
                   uniform int sampleCount, uniform int count) {
  foreach (i = partBegin(taskIndex) ... partEnd(taskIndex, count)) {
    float a = 0, b = 0;
    for (uniform int k = 0; k < sampleCount; ++k) {
      const float angle = 6.2831853071795864769f *
                          (samples[4 * k] * x[i] + samples[4 * k + 1] * y[i] + samples[4 * k + 2] * z[i]);
      float sine, cosine;
      sincos(angle, &sine, &cosine);
      a += samples[4 * k + 3] * cosine;
      b += samples[4 * k + 3] * sine;
    }
    real[i] = a;
    imaginary[i] = b;
  }
}

export void mri_q(const uniform float x[], const uniform float y[], const uniform float z[],
                  const uniform float samples[], uniform float real[], uniform float imaginary[],
                  uniform int sampleCount, uniform int count) {
  launch[parts(count)] mriQPart(x, y, z, samples, real, imaginary, sampleCount, count);
}
