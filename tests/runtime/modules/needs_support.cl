// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations that become calls on some microarchitecture level: copies of large blocks, half
// precision, fused multiply-add, 128-bit products, division of wide integers.
typedef struct {
  int words[1024];
} Block;

kernel void copies(global Block* out, global const Block* in, int index) {
  Block block = in[index];
  block.words[index & 1023] += 1;
  out[index] = block;
}

kernel void halves(global half* out, global const float* in) {
  const size_t i = get_global_id(0);
  vstore_half(in[i] + vload_half(i, out), i, out);
}

kernel void fused(global float* out, global double* wide) {
  const size_t i = get_global_id(0);
  out[i] = fma(out[i], 3.0f, 1.0f);
  wide[i] = fma(wide[i], 3.0, 1.0);
}

kernel void integers(global ulong* out, global long* signedOut) {
  const size_t i = get_global_id(0);
  out[i] = mul_hi(out[i], out[i]) / (out[i] | 1) + popcount(out[i]);
  signedOut[i] = mul_hi(signedOut[i], signedOut[i]) % (signedOut[i] | 1);
}

kernel void conversions(global float* out, global const ulong* in, global double* wide) {
  const size_t i = get_global_id(0);
  out[i] = convert_float(in[i]);
  wide[i] = floor(wide[i]) + rint(wide[i]) + convert_double(in[i]);
}
