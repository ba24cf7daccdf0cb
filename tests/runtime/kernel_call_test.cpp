// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults that the compiler lets no kernel cause on purpose: functions in assembly in place of
// kernels.
#include "runtime/faults/kernel_call.h"

#include "tests/sanitizers.h"

#include <gtest/gtest.h>

#include <csignal>

// Entries, of which each causes another fault.
#if defined(__aarch64__)
asm(R"(
.text
testEntriesBegin:
testTrap:
  udf #0
testJump:
  mov x0, #16
  br x0
testWildJump:
  movz x0, #0x4000, lsl #48
  br x0
testEntriesEnd:
)");
#else
asm(R"(
.text
testEntriesBegin:
testTrap:
  ud2
testDivision:
  xorl %ecx, %ecx
  xorl %edx, %edx
  movl $1, %eax
  divl %ecx
testJump:
  movl $16, %eax
  pushq %rax
  retq
testWildJump:
  movabsq $0x4000000000000000, %rax
  jmp *%rax
testEntriesEnd:
)");
extern "C" const char testDivision[];
#endif
extern "C" const char testEntriesBegin[], testTrap[], testJump[], testWildJump[], testEntriesEnd[];

namespace lanewise {
namespace {

KernelFault faultOf(const char* entry) {
  const CodeRange code{reinterpret_cast<uintptr_t>(testEntriesBegin),
                       reinterpret_cast<uintptr_t>(testEntriesEnd)};
  abi::Launch launch{};
  for (auto* sizes : {launch.globalSize, launch.localSize, launch.numGroups})
    for (int dimension = 0; dimension < 3; ++dimension) sizes[dimension] = 1;
  KernelCall call(code);
  EXPECT_FALSE(call.run(reinterpret_cast<abi::Entry>(reinterpret_cast<uintptr_t>(entry)), launch,
                        abi::Worker{}, 0, 1));
  return call.fault();
}

class KernelCallTest : public testing::Test {
  void SetUp() override {
    if (LW_THREAD_SANITIZER) GTEST_SKIP() << "no handlers with ThreadSanitizer";
  }
};

TEST_F(KernelCallTest, ATrapLeavesTheKernel) {
  const KernelFault fault = faultOf(testTrap);
  EXPECT_EQ(fault.signal, SIGILL);
  EXPECT_EQ(fault.instruction, reinterpret_cast<uintptr_t>(testTrap));
}

#if !defined(__aarch64__)  // whose divisions give 0
TEST_F(KernelCallTest, ADivisionByZeroLeavesTheKernel) {
  EXPECT_EQ(faultOf(testDivision).signal, SIGFPE);
}
#endif

// The handler took it for a fault of the host, because no code of the kernel is there.
TEST_F(KernelCallTest, AJumpToNoCodeLeavesTheKernel) {
  const KernelFault fault = faultOf(testJump);
  EXPECT_EQ(fault.signal, SIGSEGV);
  EXPECT_TRUE(fault.isJump);
  EXPECT_EQ(fault.address, 16u);
  EXPECT_EQ(fault.instruction, 0u);
}

TEST_F(KernelCallTest, AJumpToAnAddressThatNoPointerHasLeavesTheKernel) {
  EXPECT_EQ(faultOf(testWildJump).signal, SIGSEGV);
}

}  // namespace
}  // namespace lanewise
