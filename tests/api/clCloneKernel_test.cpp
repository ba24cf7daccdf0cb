// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clCloneKernelTest : ProgramTest {};

TEST_F(clCloneKernelTest, KeepsItsArgumentsApart) {
  OwnedKernel original = makeKernel("every");
  ASSERT_EQ(clSetKernelArg(original, kScratch, 100, nullptr), CL_SUCCESS);
  cl_int code = 1;
  OwnedKernel copy(clCloneKernel(original, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  const auto localBytes = [&](cl_kernel of) {
    cl_ulong value = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(of, device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof value, &value,
                                       nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(localBytes(copy), localBytes(original));
  ASSERT_EQ(clSetKernelArg(copy, kScratch, 200, nullptr), CL_SUCCESS);
  EXPECT_EQ(localBytes(copy), localBytes(original) + 100);
}

TEST_F(clCloneKernelTest, CountsAsAKernelOfTheProgram) {
  OwnedKernel original = makeKernel("fill");
  OwnedKernel copy(clCloneKernel(original, nullptr));
  original.reset();
  EXPECT_EQ(build(program()), CL_INVALID_OPERATION);
  copy.reset();
  EXPECT_EQ(build(program()), CL_SUCCESS);
}

TEST_F(clCloneKernelTest, InvalidKernel) {
  for (cl_kernel wrong : {cl_kernel(), ofOtherType<cl_kernel>(), releasedKernel()}) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCloneKernel(wrong, &code), nullptr);
    EXPECT_CONDITION("clCloneKernel/CL_INVALID_KERNEL/kernel-invalid", code);
  }
}
