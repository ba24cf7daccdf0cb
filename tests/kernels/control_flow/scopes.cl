// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ways out of scopes that have variables (scopes.cpp).
int found(int value, int limit, int *steps) {
  for (int i = 0; i < limit; ++i) {
    const int next = value % (i + 3);
    ++*steps;
    if (next == 2) return i;
    if (next == 1) {
      const int more = value / (i + 2);
      if (more % 5 == 0) continue;
      if (more % 7 == 0) break;
      value += more;
    }
  }
  return -value;
}

kernel void leave(global const int *in, global int *out, int limit) {
  const int i = get_global_id(0);
  int steps = 0, sum = 0;
  for (int k = 0; k < 4; ++k) {
    const int result = found(in[i] + k, limit, &steps);
    if (result > 5) break;
    for (int l = 0; l < 3; ++l) {
      const int both = result + l * steps;
      if (both % 3 == 0) continue;
      if (both % 11 == 0) goto end;
      sum += both;
    }
    if (sum % 13 == 4) {
      const int last = sum + steps;
      out[i] = last;
      if (last & 1) return;
    }
  }
end:
  out[i] = sum * 31 + steps;
}

kernel void keep(global const int *in, global int *out) {
  const int i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 6; ++k) {
    int values[5];
    for (int l = 0; l < 5; ++l) values[l] = in[i] + k * l;
    if (values[(in[i] + k) % 5 & 3] % 4 == 1) continue;
    values[(k * in[i] & 3) + 1] += 9;
    if (values[in[i] & 3] % 17 == 3) break;
    sum += values[(sum + k & 3) + 1];
  }
  out[i] = sum;
}

kernel void bits(global const uint *in, global uint *out) {
  const int i = get_global_id(0);
  uint ones = 0, zeros = 0;
  for (uint left = in[i]; left; left &= left - 1) ++ones;
  for (uint left = in[i]; left >>= 1;) ++zeros;
  out[i] = ones << 8 | zeros;
}
