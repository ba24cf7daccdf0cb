// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/svm_fixture.h"

using namespace lanewise::test;

struct clSVMAllocTest : SvmTest {
  /// Null on failure; otherwise freed at once.
  bool fails(cl_context context, cl_svm_mem_flags flags, size_t sizeBytes, cl_uint alignment) {
    void* const memory = clSVMAlloc(context, flags, sizeBytes, alignment);
    clSVMFree(context, memory);
    return memory == nullptr;
  }
};

TEST_F(clSVMAllocTest, IsMemoryOfTheHost) {
  for (cl_svm_mem_flags flags :
       {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_SVM_FINE_GRAIN_BUFFER,
        CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 0}) {
    unsigned char* const memory = svm(1000, flags);
    std::memset(memory, 7, 1000);
    EXPECT_EQ(memory[999], 7);
    EXPECT_TRUE(isSvm(memory));
  }
}

TEST_F(clSVMAllocTest, IsAligned) {
  for (cl_uint alignment = 1; alignment <= 128; alignment *= 2) {
    void* const memory = clSVMAlloc(context(), 0, 8, alignment);
    EXPECT_TRUE(isAligned(memory, alignment)) << alignment;
    clSVMFree(context(), memory);
  }
  EXPECT_TRUE(isAligned(svm(8), 128)) << "the default";
}

TEST_F(clSVMAllocTest, GoesWithItsContextIfItIsNotFreed) {
  Context owner = makeContext();
  EXPECT_NE(clSVMAlloc(owner, 0, 1 << 20, 0), nullptr);
}

TEST_F(clSVMAllocTest, FailsWithoutAContext) {
  EXPECT_EQ(clSVMAlloc(nullptr, 0, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(ofOtherType<cl_context>(), 0, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(releasedContext(), 0, 64, 0), nullptr);
}

TEST_F(clSVMAllocTest, FailsForAtomicsWithoutFineGrain) {
  EXPECT_TRUE(fails(context(), CL_MEM_SVM_ATOMICS, 64, 0));
}

TEST_F(clSVMAllocTest, FailsForFlagsThatExcludeEachOther) {
  EXPECT_TRUE(fails(context(), CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, 0));
  EXPECT_TRUE(fails(context(), CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY, 64, 0));
}

TEST_F(clSVMAllocTest, FailsForFlagsOfOthers) {
  for (cl_svm_mem_flags flags :
       {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_HOST_NO_ACCESS, 1 << 20})
    EXPECT_TRUE(fails(context(), flags, 64, 0)) << flags;
}

TEST_F(clSVMAllocTest, FailsForSizesThatCannotBe) {
  EXPECT_TRUE(fails(context(), 0, 0, 0));
  const auto most = infoOf<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_TRUE(fails(context(), 0, most + 1, 0));
  EXPECT_TRUE(fails(context(), 0, ~size_t{0}, 0));
}

TEST_F(clSVMAllocTest, FailsForAlignmentsThatCannotBe) {
  for (cl_uint alignment : {3u, 24u, 256u, 1u << 31})
    EXPECT_TRUE(fails(context(), 0, 64, alignment)) << alignment;
}
