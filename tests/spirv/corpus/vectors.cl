// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void vectors(global int8* v, global uchar16* c, global short2* s, global long3* l) {
  const size_t i = get_global_id(0);
  v[i] = shuffle(v[i], as_uint8(v[i + 2])) + convert_int8_sat(v[i + 1] * 3) % (v[i] | 1);
  c[i] = c[i].sfedcba9876543210 + convert_uchar16_rtz((float16)(v[i].s0));
  s[i] = clamp(rotate(s[i], (short2)3), (short2)-4, (short2)90) << (short2)2;
  l[i] = vload3(i, (global long*)l) >> 3;
  l[i].y = v[i].s3 > 3 ? popcount(l[i].x) : mul_hi(l[i].x, l[i].z);
  v[i][i & 7] = any(v[i] == v[i + 1]);
}
