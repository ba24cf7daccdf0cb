// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CLC++2021 -g -o %t %s
namespace inner { int twice(int x) { return 2 * x; } }
using namespace inner;
template <class... T> int count(T...) { return sizeof...(T); }
kernel void k(global int *out) { using inner::twice; out[0] = twice(count(1, 2)); }
