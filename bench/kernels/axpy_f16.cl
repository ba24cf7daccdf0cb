// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// out = a * x + y on arrays of half, computed in float: every platform has vload_half and vstore_half.
kernel void axpy_f16(float a, global const half *restrict x, global const half *restrict y,
                     global half *restrict out) {
  const size_t i = get_global_id(0);
  vstore_half(a * vload_half(i, x) + vload_half(i, y), i, out);
}
