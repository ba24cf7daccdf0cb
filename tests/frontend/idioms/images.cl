// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: samplers in the source without a filter, which are CLK_FILTER_NEAREST. The image has the values
// (x + 10 * y, x, y, 1). idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: sampler_with_float_coordinates = 13
kernel void sampler_with_float_coordinates(global ulong* out, global const ulong* in, read_only image2d_t image) {
  const sampler_t s = CLK_ADDRESS_NONE;
  out[get_global_id(0)] = (ulong)read_imagef(image, s, (float2)(3.9f, 1.9f)).x;
}
//: sampler_of_zero = 21
kernel void sampler_of_zero(global ulong* out, global const ulong* in, read_only image2d_t image) {
  const sampler_t s = 0;
  out[get_global_id(0)] = (ulong)read_imagef(image, s, (int2)(1, 2)).x;
}
