// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A search halves its interval and stays inside.
// run: binary_search 64 16 buffer:256 written:256 int:64
// report: none
kernel void binary_search(global int* out, global const int* in, int n) {
  const int key = get_global_id(0) * 2;
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (in[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[get_global_id(0)] = low < n ? in[low] : -1;
}
