// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: as_type() of constants. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: int2_of_double = 1074921472
kernel void int2_of_double(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_int2(4.5).y; }
//: uchar4_of_int = 4
kernel void uchar4_of_int(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uchar4(0x01020304).x; }
//: short4_of_double = 16402
kernel void short4_of_double(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_short4(4.5).w; }
//: char2_of_short = 1
kernel void char2_of_short(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_char2((short)0x0102).y; }
//: ushort2_of_float = 0x3fc0
kernel void ushort2_of_float(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ushort2(1.5f).s1; }
//: float2_of_long = 0x3f800000
kernel void float2_of_long(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint(as_float2(0x3f800000L << 32).y); }
//: uchar8_of_double = 0x40
kernel void uchar8_of_double(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uchar8(4.5).s7; }
//: uint2_of_ulong = 0x12345678
kernel void uint2_of_ulong(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_uint2(0x123456789abcdef0ul).hi; }
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
//: component_at_an_index = 4 3 2 1 4 3 2 1
kernel void component_at_an_index(global ulong* out, global const ulong* in) {
  uchar4 v = as_uchar4(0x01020304);
  size_t i = get_global_id(0);
  out[i] = ((uchar*)&v)[i & 3];
}
//: bytes_of_a_constant_in_a_sum = 12
kernel void bytes_of_a_constant_in_a_sum(global ulong* out, global const ulong* in) {
  uchar4 v = as_uchar4(0x01020304) + as_uchar4(0x00000002u);
  out[get_global_id(0)] = v.x + v.y + v.z + v.w;
}
//: as_type_of_an_enumerator = 2
enum { Signature = 0x00020001 };
kernel void as_type_of_an_enumerator(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ushort2(Signature).y; }
