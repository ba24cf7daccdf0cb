// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: NAN and INFINITY in initializers of program scope. idioms_test.cpp has
// the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: nan_in_a_table = 1 0 1 0 1 0 1 0
constant float table[2] = { NAN, 1.0f };
kernel void nan_in_a_table(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = isnan(table[i & 1]) != 0; }
//: nan_of_a_program = 1
constant float notANumber = NAN;
kernel void nan_of_a_program(global ulong* out, global const ulong* in) { out[get_global_id(0)] = notANumber != notANumber; }
//: infinity_of_a_program = 0x7f800000
constant float infinite = INFINITY;
kernel void infinity_of_a_program(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(infinite); }
//: negative_infinity_in_a_structure = 0xff800000
typedef struct { int n; float low, high; } Range;
constant Range empty = { 1, -INFINITY, INFINITY };
kernel void negative_infinity_in_a_structure(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(empty.low); }
//: infinity_in_a_vector = 0x7f800000
constant float4 limits = (float4)(INFINITY, -INFINITY, 0.0f, 1.0f);
kernel void infinity_in_a_vector(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(limits.x); }
//: nan_in_a_vector = 1
constant float2 none = (float2)(NAN, 2.0f);
kernel void nan_in_a_vector(global ulong* out, global const ulong* in) { out[get_global_id(0)] = isnan(none.x) & !isnan(none.y); }
//: nan_as_double = 1
constant double wide = NAN;
kernel void nan_as_double(global ulong* out, global const ulong* in) { out[get_global_id(0)] = wide != wide; }
//: infinity_as_double = 0x7ff0000000000000
constant double wideInfinity = INFINITY;
kernel void infinity_as_double(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ulong(wideInfinity); }
//: huge_val_of_a_program = 0x7f800000
constant float huge = HUGE_VALF;
kernel void huge_val_of_a_program(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(huge); }
//: nan_in_nested_arrays = 1 0 1 0 1 0 1 0
constant float grid[2][2] = { { 1.0f, NAN }, { -INFINITY, 0.5f } };
kernel void nan_in_nested_arrays(global ulong* out, global const ulong* in) { size_t i = get_global_id(0); out[i] = isnan(grid[i & 1][1]) != 0; }
//: infinity_in_an_expression = 0xff800000
constant float below = -INFINITY * 2.0f;
kernel void infinity_in_an_expression(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(below); }
//: nan_in_a_local_table = 1
kernel void nan_in_a_local_table(global ulong* out, global const ulong* in) {
  const float t[3] = { NAN, INFINITY, -NAN };
  out[get_global_id(0)] = isnan(t[in[0] & 2]) && isinf(t[in[0] & 1]);
}

//: options -cl-std=CL3.0 | -cl-std=CLC++2021

//: infinity_in_a_global_variable = 0x7f800000
global float best = INFINITY;
kernel void infinity_in_a_global_variable(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(best); }
//: nan_in_a_global_array = 1
global float marks[3] = { 0.0f, NAN, 1.0f };
kernel void nan_in_a_global_array(global ulong* out, global const ulong* in) { out[get_global_id(0)] = isnan(marks[in[0] & 1]) != 0; }

//: options -cl-std=CLC++2021 | -cl-std=CLC++1.0

//: nan_in_constexpr = 1
constexpr constant float quiet = NAN;
kernel void nan_in_constexpr(global ulong* out, global const ulong* in) { out[get_global_id(0)] = quiet != quiet; }
//: infinity_in_constexpr = 0x7f800000
constexpr constant float most = INFINITY;
kernel void infinity_in_constexpr(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(most); }
//: infinity_of_a_constexpr_function = 0xff800000
constexpr float lowest() { return -INFINITY; }
kernel void infinity_of_a_constexpr_function(global ulong* out, global const ulong* in) {
  constexpr float v = lowest();
  out[get_global_id(0)] = as_uint(v);
}
//: nan_in_a_template = 1
template <typename T> struct Limits { static constexpr T none() { return NAN; } };
kernel void nan_in_a_template(global ulong* out, global const ulong* in) {
  constexpr float v = Limits<float>::none();
  out[get_global_id(0)] = isnan(v) != 0;
}
