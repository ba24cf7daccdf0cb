// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops with variables of their own and `continue`, with hints, and switches whose cases share a
// target: optimized, they are loop controls before OpPhi, and OpPhi with a parent named twice.
kernel void sums(global int* a, int n) {
  int i = 0, sum = 0;
  while (i < n) {
    int t = a[i++];
    if (t < 0) continue;
    sum += t;
  }
#pragma unroll 4
  for (int j = 0; j < n; j++) {
    int u = a[j];
    if (u == 5) continue;
    sum ^= u * 3;
  }
#pragma nounroll
  do {
    int u = a[n];
    if (u == 7) break;
    sum += u;
  } while (n-- > 0);
  a[0] = sum;
}

kernel void chosen(global int* a, int n) {
  int r = 0;
  switch (n) {
    case 1:
    case 2:
    case 7: r = a[1]; break;
    case 3:
    case 4: break;
    case 9: r = 4;
    default: r += 2;
  }
  a[2] = r;
}
