// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: half without the pragma. idioms_test.cpp has the format.
//: options | -cl-std=CL3.0 | -cl-std=CLC++2021

//: half_loaded_and_doubled = 0x3f800000
kernel void half_loaded_and_doubled(global ulong* out, global const ulong* in) {
  private ushort bits = 0x3800;
  half h = vload_half(0, (const private half*)&bits);
  out[get_global_id(0)] = as_uint((float)(h * 2));
}
//: half_arithmetic = 0x4500
kernel void half_arithmetic(global ulong* out, global const ulong* in) {
  half a = (half)(float)in[0], b = (half)2.0f;
  out[get_global_id(0)] = as_ushort((half)(a + b));
}
//: half_vector = 0x4700
kernel void half_vector(global ulong* out, global const ulong* in) {
  half4 v = (half4)((half)1.0f, (half)2.0f, (half)3.0f, (half)4.0f);
  v = v + v.wzyx + (half4)((half)2.0f);
  out[get_global_id(0)] = as_ushort(v.y);
}
//: half_parameter = 0x4900
static half twice(half h) { return h + h; }
kernel void half_parameter(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ushort(twice((half)(float)in[4])); }
//: half_through_a_pointer = 0x4000
kernel void half_through_a_pointer(global ulong* out, global const ulong* in) {
  global half* p = (global half*)(out + get_global_id(0));
  *p = (half)1.0f;
  *p = *p + *p;
}
//: half_in_a_structure = 0x4200
typedef struct { half x, y; } Pair;
kernel void half_in_a_structure(global ulong* out, global const ulong* in) {
  Pair p = { (half)1.0f, (half)2.0f };
  out[get_global_id(0)] = as_ushort((half)(p.x + p.y));
}
//: half_in_local_memory = 0x4000
kernel void half_in_local_memory(global ulong* out, global const ulong* in) {
  local half t[8];
  t[get_local_id(0)] = (half)2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(0)] = as_ushort(t[7 - get_local_id(0)]);
}
//: half_constant = 0x3e00
constant half factor = 1.5h;
kernel void half_constant(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ushort(factor); }
//: half_compared = 1
kernel void half_compared(global ulong* out, global const ulong* in) {
  half a = (half)(float)in[0];
  out[get_global_id(0)] = a > (half)2.5f && a < (half)3.5f;
}
//: half_builtin = 0x4400
kernel void half_builtin(global ulong* out, global const ulong* in) { out[get_global_id(0)] = as_ushort(sqrt((half)16.0f)); }
//: half_converted = 3
kernel void half_converted(global ulong* out, global const ulong* in) { out[get_global_id(0)] = convert_int(convert_half((float)in[0])); }
