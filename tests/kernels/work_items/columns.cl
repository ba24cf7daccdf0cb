// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose memory is adjacent along y or z. Each work-item writes where it is in the range.
size_t item(size_t x, size_t y, size_t z) { return x + 1000 * (y + 1000 * z); }

kernel void columns(global ulong *out, global ulong *sizes) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  const size_t column = x - get_global_offset(0), row = y - get_global_offset(1);
  out[column * get_global_size(1) + row] = item(x, y, 0);
  if (column + row == 0) {
    sizes[0] = item(get_global_size(0), get_global_size(1), get_global_size(2));
    sizes[1] = item(get_global_offset(0), get_global_offset(1), get_global_offset(2));
  }
}

kernel void depths(global ulong *out, global ulong *sizes) {
  const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const size_t column = x - get_global_offset(0), row = y - get_global_offset(1);
  const size_t plane = z - get_global_offset(2);
  out[(column * get_global_size(1) + row) * get_global_size(2) + plane] = item(x, y, z);
  if (column + row + plane == 0) {
    sizes[0] = item(get_global_size(0), get_global_size(1), get_global_size(2));
    sizes[1] = item(get_global_offset(0), get_global_offset(1), get_global_offset(2));
  }
}
