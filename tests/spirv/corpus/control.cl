// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

static int classify(int x) {
  switch (x & 7) {
    case 0: return 5;
    case 1: return x * 3;
    case 2: case 3: return -x;
    case 6: return x ^ 0x55;
    default: return 0;
  }
}

kernel void control(global int* data, int n) {
  int table[16];
  for (int j = 0; j < 16; ++j) table[j] = classify(j + n);
  int sum = 0;
#pragma unroll 4
  for (int j = 0; j < n; ++j) {
    if (data[j] < 0) continue;
    if (data[j] == 1234) break;
    sum += table[data[j] & 15];
  }
  do { sum >>= 1; } while (sum > 100);
  data[get_global_id(0)] = select(sum, n, sum == 0);
}
