// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CLC++2021 -o %t %s
constexpr int table[4] = {1, 2, 3, 4};
struct S { static constexpr int values[3] = {70, 80, 90}; };
kernel void look(global int *out, int i) { out[0] = table[i] + S::values[i]; }
