// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls a small function of the device library, which is inlined. Nothing uses the table.
constant float table[4] = {1, 2, 3, 4};
kernel void k(global float* out) { out[0] = smoothstep(out[0], out[1], out[2]); }
