// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: samplers in the source without a filter, which are CLK_FILTER_NEAREST. The image has the values
// (x + 10 * y, x, y, 1). idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: sampler_of_a_kernel = 12
kernel void sampler_of_a_kernel(global ulong* out, global const ulong* in, read_only image2d_t image) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
  out[get_global_id(0)] = (ulong)read_imagef(image, s, (int2)(2, 1)).x;
}
//: sampler_of_a_program = 33
constant sampler_t atEdge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE;
kernel void sampler_of_a_program(global ulong* out, global const ulong* in, read_only image2d_t image) {
  out[get_global_id(0)] = (ulong)read_imagef(image, atEdge, (int2)(9, 9)).x;
}
//: sampler_with_an_address_only = 0
constant sampler_t clamped = CLK_ADDRESS_CLAMP;
kernel void sampler_with_an_address_only(global ulong* out, global const ulong* in, read_only image2d_t image) {
  out[get_global_id(0)] = (ulong)read_imagef(image, clamped, (int2)(-1, 1)).x;
}
//: sampler_normalized_without_filter = 21
constant sampler_t normalized = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT;
kernel void sampler_normalized_without_filter(global ulong* out, global const ulong* in, read_only image2d_t image) {
  out[get_global_id(0)] = (ulong)read_imagef(image, normalized, (float2)(1.4f, 0.6f)).x;
}
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
//: sampler_passed_to_a_function = 22
static float4 at(read_only image2d_t image, sampler_t s, int2 c) { return read_imagef(image, s, c); }
kernel void sampler_passed_to_a_function(global ulong* out, global const ulong* in, read_only image2d_t image) {
  const sampler_t s = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_NORMALIZED_COORDS_FALSE;
  out[get_global_id(0)] = (ulong)at(image, s, (int2)(2, 2)).x;
}
//: sampler_of_a_number = 13
kernel void sampler_of_a_number(global ulong* out, global const ulong* in, read_only image2d_t image) {
  const sampler_t s = 4;
  out[get_global_id(0)] = (ulong)read_imagef(image, s, (int2)(3, 1)).x;
}
//: sampler_that_is_not_const = 12
kernel void sampler_that_is_not_const(global ulong* out, global const ulong* in, read_only image2d_t image) {
  sampler_t s = CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_FALSE;
  out[get_global_id(0)] = (ulong)read_imagef(image, s, (int2)(2, 1)).x;
}
//: sampler_as_an_argument = 33
kernel void sampler_as_an_argument(global ulong* out, global const ulong* in, read_only image2d_t image) {
  out[get_global_id(0)] = (ulong)read_imagef(image, CLK_ADDRESS_CLAMP_TO_EDGE, (int2)(7, 7)).x;
}
//: sampler_of_a_macro_repeated = 22
#define WRAP CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT
constant sampler_t mirrored = WRAP;
kernel void sampler_of_a_macro_repeated(global ulong* out, global const ulong* in, read_only image2d_t image) {
  const sampler_t again = WRAP;
  float4 a = read_imagef(image, mirrored, (float2)(0.6f, 0.6f)), b = read_imagef(image, again, (float2)(1.4f, 1.4f));
  out[get_global_id(0)] = (ulong)(a.x + b.x) / 2;
}
