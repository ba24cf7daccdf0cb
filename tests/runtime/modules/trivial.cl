// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smallest module with a kernel, for tests that need any.
kernel void add(global int* out, int value) { out[get_global_id(0)] += value; }
