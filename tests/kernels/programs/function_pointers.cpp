// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of function pointers that differ between work-items, and of one that all share
// (function_pointers.spvasm).

#include "device.h"

namespace kernels {
namespace {

cl_uint called(cl_uint function, cl_uint x, cl_uint id, cl_uint& stored) {
  switch (function) {
    case 0: return x * 2;
    case 1: return x * x;
    case 2: return x + id;
    default: return x + (stored += 3);
  }
}

TEST(FunctionPointers, DifferBetweenWorkItems) {
  constexpr cl_uint kItems = 100;
  for (cl_uint shared = 0; shared < 4; ++shared) {
    std::vector<cl_uint> expected(kItems);
    for (cl_uint i = 0; i < kItems; ++i) expected[i] = i * 2654435761u >> 7;
    Buffer<cl_uint> out(expected);
    for (cl_uint i = 0; i < kItems; ++i) {
      cl_uint& stored = expected[i];
      const cl_uint first = called(stored & 3, stored, i, stored);
      stored = called(shared, first, i, stored);
    }
    run("programs/function_pointers", "apply", range1(kItems), out, shared);
    EXPECT_EQ(out.read(), expected) << "function " << shared << " for all";
  }
}

}  // namespace
}  // namespace kernels
