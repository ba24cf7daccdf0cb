// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: as_type() of constants. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: int_of_float = 0x3fc00000
kernel void int_of_float(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_int(1.5f); }
//: float_of_int = 0x40490fdb
kernel void float_of_int(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(as_float(0x40490fdb)); }
//: double_of_long = 0x400921fb54442d18
kernel void double_of_long(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ulong(as_double(0x400921fb54442d18L)); }
//: int_of_uchar4 = 0x04030201
kernel void int_of_uchar4(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_int((uchar4)(1, 2, 3, 4)); }
//: double_of_int2 = 0x4012000000000000
kernel void double_of_int2(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ulong(as_double((int2)(0, 0x40120000))); }
//: long2_of_float4 = 0x400000003f800000
kernel void long2_of_float4(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_long2((float4)(1.0f, 2.0f, 0, 0)).x; }
//: uint3_of_float4 = 0x40400000
kernel void uint3_of_float4(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint3((float4)(1, 2, 3, 4)).z; }
