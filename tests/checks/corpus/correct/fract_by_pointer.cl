// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the library write results by pointers.
// run: fract_by_pointer 16 16 buffer:64
// report: none
kernel void fract_by_pointer(global float* out) {
  float whole, cosine;
  int exponent;
  const float x = 0.3f * get_global_id(0) + 0.1f;
  const float part = fract(x, &whole);
  const float sine = sincos(x, &cosine);
  const float mantissa = frexp(x, &exponent);
  out[get_global_id(0)] = part + whole + sine + cosine + mantissa + exponent;
}
