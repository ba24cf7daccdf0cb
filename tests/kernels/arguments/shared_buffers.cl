// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum in a buffer, of a row that may contain it (shared_buffers.cpp). The sum changes before the row is read
// to its end.
kernel void sum(global int* c, global const int* a, int n) {
  const size_t id = get_global_id(0);
  for (int k = n; k-- > 0;) c[id] += a[k];
}
