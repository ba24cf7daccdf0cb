// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common behaviour of clMemFreeINTEL and clMemBlockingFreeINTEL.
// clMemBlockingFreeINTEL_test.cpp tests that the latter waits.
#include "tests/api/usm_fixture.h"

using namespace lanewise::test;

namespace {

struct UsmFreeTest : UsmTest, ::testing::WithParamInterface<const char*> {
  decltype(clMemFreeINTEL)* free = extensionFunction<decltype(clMemFreeINTEL)>(GetParam());
  void expect(const char* codeAndKey, cl_int code) { expectNamed(GetParam(), codeAndKey, code); }
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(BothCalls, UsmFreeTest,
                         ::testing::Values("clMemFreeINTEL", "clMemBlockingFreeINTEL"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(UsmFreeTest, TakesTheMemoryBack) {
  void* const memory = LW_EXTENSION(clHostMemAllocINTEL)(context(), nullptr, 64, 0, nullptr);
  ASSERT_EQ(free(context(), memory), CL_SUCCESS);
  EXPECT_EQ(usmInfo<void*>(memory, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
}

TEST_P(UsmFreeTest, OfNullDoesNothing) { EXPECT_EQ(free(context(), nullptr), CL_SUCCESS); }

TEST_P(UsmFreeTest, InvalidContext) {
  // Created first: a context that is created after a release may reuse the released block.
  void* const memory = sharedUsm(64);
  for (cl_context wrong : {cl_context{}, ofOtherType<cl_context>(), releasedContext()})
    expect("CL_INVALID_CONTEXT/context-invalid", free(wrong, memory));
}

TEST_P(UsmFreeTest, InvalidValueForWhatWasNotAllocated) {
  expect("CL_INVALID_VALUE/ptr-invalid", free(context(), sharedUsm(64) + 1));
  expect("CL_INVALID_VALUE/ptr-invalid", free(otherContext(), sharedUsm(64)));
  expect("CL_INVALID_VALUE/ptr-invalid", free(context(), this));
  expect("CL_INVALID_VALUE/ptr-invalid", free(context(), svm(64)));
}
