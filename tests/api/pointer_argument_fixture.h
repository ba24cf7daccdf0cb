// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fixture for the three calls that set a pointer argument. A test supplies one function:
// call(kernel, index, pointer) -> error code.
#pragma once

#include "tests/api/program_fixture.h"
#include "tests/api/svm_fixture.h"

namespace lanewise::test {

class PointerArgumentTest : public ProgramTest {
 protected:
  /// The kernel `fill` writes through the pointer, which may point into the middle of an
  /// allocation.
  template <class Call>
  void expectTheKernelUsesIt(Call call, cl_int* memory) {
    const OwnedKernel fill = makeKernel("fill");
    const cl_int value = 41;
    const size_t items = 8;
    ASSERT_EQ(clSetKernelArg(fill, 1, sizeof value, &value), CL_SUCCESS);
    ASSERT_EQ(call(fill, 0, memory + 4), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue(), fill, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(memory[3], 0);
    EXPECT_EQ(memory[4], 41);
    EXPECT_EQ(memory[11], 41);
    EXPECT_EQ(memory[12], 0);
  }
  /// Kernel code can reach all memory. A pointer that it does not dereference may have any value.
  template <class Call>
  void expectEveryPointerIsValid(Call call) {
    for (uintptr_t address : {uintptr_t(0), uintptr_t(0xDEADBEEF), ~uintptr_t(0)})
      EXPECT_EQ(call(kernel(), kOut, reinterpret_cast<void*>(address)), CL_SUCCESS);
  }
  /// The previous argument was a buffer, which dies with the application's last reference.
  template <class Call>
  void expectItReplacesABuffer(Call call) {
    static int deleted;
    deleted = 0;
    {
      Buffer buffer = makeBuffer(64);
      clSetMemObjectDestructorCallback(buffer, [](cl_mem, void*) { ++deleted; }, nullptr);
      ASSERT_EQ(clSetKernelArg(kernel(), kOut, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
    }
    waitForCallbacks();
    EXPECT_EQ(deleted, 1);
    ASSERT_EQ(call(kernel(), kOut, nullptr), CL_SUCCESS);
  }
  template <class Call>
  void expectInvalidKernel(Call call) {
    for (cl_kernel wrong : {cl_kernel{}, ofOtherType<cl_kernel>(), releasedKernel()})
      expectNamed("CL_INVALID_KERNEL/kernel-invalid", call(wrong, 0, nullptr));
  }
  template <class Call>
  void expectInvalidArgIndex(Call call) {
    for (cl_uint index : {7u, ~0u})
      expectNamed("CL_INVALID_ARG_INDEX/arg_index-invalid", call(kernel(), index, nullptr));
    for (cl_uint index : {kScratch, kPair, kPicture})
      expectNamed("CL_INVALID_ARG_INDEX/arg_index-corresponds-not-pointer-global",
                  call(kernel(), index, nullptr));
  }
};

}  // namespace lanewise::test
