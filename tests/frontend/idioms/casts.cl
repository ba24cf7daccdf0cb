// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Idioms: reinterpret_cast of values in C++ for OpenCL, and misspelt names. idioms_test.cpp has the format.
//: options -cl-std=CLC++2021 | -cl-std=CLC++1.0

//: reinterpret_private_float = 0x40400000
kernel void reinterpret_private_float(global ulong* out, global const ulong* in) {
  float g = (float)in[0];
  out[get_global_id(0)] = reinterpret_cast<int&>(g);
}
//: reinterpret_assigned = 0x3fc00000
kernel void reinterpret_assigned(global ulong* out, global const ulong* in) {
  float g = (float)in[0];
  reinterpret_cast<uint&>(g) = 0x3fc00000u;
  out[get_global_id(0)] = as_uint(g);
}
//: reinterpret_parameter = 0x40e00000
static uint bitsOf(float f) { return reinterpret_cast<uint&>(f); }
kernel void reinterpret_parameter(global ulong* out, global const ulong* in) { out[get_global_id(0)] = bitsOf((float)in[1]); }
//: reinterpret_double = 0x4008000000000000
kernel void reinterpret_double(global ulong* out, global const ulong* in) {
  double d = (double)in[0];
  out[get_global_id(0)] = reinterpret_cast<ulong&>(d);
}
//: reinterpret_const = 0x40400000
kernel void reinterpret_const(global ulong* out, global const ulong* in) {
  const float g = (float)in[0];
  out[get_global_id(0)] = reinterpret_cast<const int&>(g);
}
//: reinterpret_element = 0x40e00000
kernel void reinterpret_element(global ulong* out, global const ulong* in) {
  float a[2] = { 1.0f, (float)in[1] };
  out[get_global_id(0)] = reinterpret_cast<uint&>(a[in[0] & 1]);
}
//: reinterpret_member = 0x40e00000
kernel void reinterpret_member(global ulong* out, global const ulong* in) {
  struct { int n; float f; } s = { 1, (float)in[1] };
  out[get_global_id(0)] = reinterpret_cast<uint&>(s.f);
}
//: reinterpret_vector = 0x40e00000
kernel void reinterpret_vector(global ulong* out, global const ulong* in) {
  float4 v = (float4)(0.0f, (float)in[1], 0.0f, 0.0f);
  out[get_global_id(0)] = reinterpret_cast<uint4&>(v).y;
}
//: reinterpret_pointer = 0x40e00000
kernel void reinterpret_pointer(global ulong* out, global const ulong* in) {
  float g = (float)in[1];
  out[get_global_id(0)] = *reinterpret_cast<uint*>(&g);
}

//: options | -cl-std=CL3.0

//: misspelt_pointer fails use of undeclared identifier 'reports'
void report(int x) {}
kernel void misspelt_pointer(global ulong* out, global const ulong* in) { global ulong* p = reports; }
//: misspelt_variable fails use of undeclared identifier 'indx'
kernel void misspelt_variable(global ulong* out, global const ulong* in) { size_t index = 0; out[indx] = 1; }
//: misspelt_vector fails use of undeclared identifier 'offsets'
float4 offset(int x) { return (float4)(x); }
kernel void misspelt_vector(global ulong* out, global const ulong* in) { float4 v = offsets; out[0] = v.x; }
//: misspelt_constant_pointer fails use of undeclared identifier 'tables'
int table(int x) { return x; }
kernel void misspelt_constant_pointer(global ulong* out, global const ulong* in) { constant int* p = tables; out[0] = p[0]; }
//: misspelt_argument fails use of undeclared identifier 'lenght'
static ulong at(global const ulong* p, int n) { return p[n]; }
void length_of(int x) {}
kernel void misspelt_argument(global ulong* out, global const ulong* in) { out[0] = at(lenght, 0); }
//: misspelt_local_pointer fails use of undeclared identifier 'sharde'
void shared(int x) {}
kernel void misspelt_local_pointer(global ulong* out, global const ulong* in) { local int* p; p = sharde; }

//: options -cl-std=CLC++2021

//: misspelt_as_type fails use of undeclared identifier 'inn'
kernel void misspelt_as_type(global ulong* out, global const ulong* in) { out[0] = as_ulong(inn); }
//: misspelt_pointer_in_cxx fails use of undeclared identifier 'reports'
void report(int x) {}
kernel void misspelt_pointer_in_cxx(global ulong* out, global const ulong* in) { global ulong* p = reports; }
