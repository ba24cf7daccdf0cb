// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index counts bytes where elements are expected.
// run: index_of_bytes 64 - buffer:256
// report: memory 7
kernel void index_of_bytes(global int* a) {
  const size_t i = get_global_id(0);
  a[i * sizeof(int)] = (int)i;
}
