// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host has mapped a sub-buffer that begins where another argument does.
// run: mapped_part_of_argument 16 16 buffer:256 mappedpart:0:0:64
// report: memory 8
kernel void mapped_part_of_argument(global int* whole, global int* part) {
  const size_t i = get_global_id(0);
  whole[i + 32] = 1;
  part[i] = 3;
}
