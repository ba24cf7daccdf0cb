// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for the instructions on pipes that the validator does not check, and pipes of a program.
#include "tests/spirv/assemble.h"

#include <algorithm>

namespace lanewise::test {
namespace {

constexpr const char* kCapabilities =
    "OpCapability Pipes\nOpCapability PipeStorage\nOpCapability GenericPointer\n";

/// A kernel with pipes %in, which it reads, and %out, and a private packet %packet of 4 bytes.
KernelText withPipes(const std::string& body) {
  return {.capabilities = kCapabilities,
          .types =
              "%four = OpConstant %i32 4\n%three = OpConstant %i32 3\n%two = OpConstant %i32 2\n"
              "%five = OpConstant %i32 5\n%long = OpConstant %i64 4\n"
              "%readers = OpTypePipe ReadOnly\n%writers = OpTypePipe WriteOnly\n"
              "%id = OpTypeReserveId\n%slot = OpTypePointer Function %i32\n"
              "%generic = OpTypePointer Generic %i32\n"
              "%pipes = OpTypeFunction %void %readers %writers\n",
          .functions =
              "%g = OpFunction %void None %pipes\n%in = OpFunctionParameter %readers\n"
              "%out = OpFunctionParameter %writers\n%ge = OpLabel\n"
              "%private = OpVariable %slot Function\n"
              "%packet = OpPtrCastToGeneric %generic %private\n" +
              body + "OpReturn\nOpFunctionEnd\n",
          .entryPoints = "OpEntryPoint Kernel %k \"k\"\nOpEntryPoint Kernel %g \"g\"\n"};
}

std::string reasonOfPipes(const std::string& body) { return reasonOf(withPipes(body)); }

TEST(PipeInstructions, AreAdmitted) {
  for (const char* body : {
           "%r = OpReadPipe %i32 %in %packet %four %four\n",
           "%r = OpWritePipe %i32 %out %packet %four %four\n",
           "%r = OpReserveReadPipePackets %id %in %two %four %four\n"
           "%c = OpReservedReadPipe %i32 %in %r %zero %packet %four %four\n"
           "OpCommitReadPipe %in %r %four %four\n",
           "%r = OpGroupReserveWritePipePackets %id %two %out %two %four %four\n"
           "%v = OpIsValidReserveId %bool %r\n"
           "OpGroupCommitWritePipe %two %out %r %four %four\n",
           "%r = OpGetNumPipePackets %i32 %in %four %four\n"
           "%m = OpGetMaxPipePackets %i32 %out %four %four\n",
       })
    EXPECT_EQ(reasonOfPipes(body), "admitted") << body;
}

TEST(PipeInstructions, WithWrongOperandsAreRefused) {
  const struct {
    const char *body, *reason;
  } cases[] = {
      {"%r = OpReadPipe %i32 %out %packet %four %four\n", "the pipe is WriteOnly, not ReadOnly"},
      {"%r = OpWritePipe %i32 %in %packet %four %four\n", "the pipe is ReadOnly, not WriteOnly"},
      {"%r = OpReadPipe %i32 %packet %packet %four %four\n", "is not a pipe"},
      {"%r = OpReadPipe %i32 %in %four %four %four\n", "is not a pointer"},
      {"%r = OpReadPipe %i32 %in %packet %zero %four\n", "packets have 0 bytes"},
      {"%r = OpReadPipe %i32 %in %packet %long %four\n", "is not an integer of 32 bits"},
      {"%r = OpReadPipe %i32 %in %packet %four %three\n",
       "the alignment 3 of packets is not a power of two"},
      {"%r = OpReadPipe %i64 %in %packet %four %four\n", "the result is not an integer of 32 bits"},
      {"%r = OpReserveReadPipePackets %i32 %in %two %four %four\n",
       "the result is not a reservation"},
      {"%r = OpReserveReadPipePackets %id %in %long %four %four\n", "is not an integer of 32 bits"},
      {"OpCommitReadPipe %in %four %four %four\n", "is not a reservation"},
      {"%r = OpGroupReserveReadPipePackets %id %five %in %two %four %four\n",
       "is neither the work-group nor the sub-group"},
  };
  for (const auto& [body, reason] : cases) {
    const std::string actual = reasonOfPipes(body);
    EXPECT_NE(actual.find(reason), actual.npos) << body << actual;
  }
}

KernelText withStorage(const std::string& constant) {
  return {.capabilities = kCapabilities,
          .types =
              "%storage = OpTypePipeStorage\n%readers = OpTypePipe ReadOnly\n"
              "%s = OpConstantPipeStorage %storage " +
              constant + "\n",
          .body = "%p = OpCreatePipeFromPipeStorage %readers %s\n"};
}

TEST(PipeStorage, BecomesVariables) {
  const auto admitted = admitText(withStorage("12 4 100").text());
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_EQ(text.find("OpTypePipeStorage"), text.npos) << text;
  EXPECT_EQ(text.find("OpConstantPipeStorage"), text.npos) << text;
  EXPECT_NE(text.find("OpCreatePipeFromPipeStorage"), text.npos) << text;
  // Five lines, states and packets.
  EXPECT_EQ(admitted->globalVariableBytes, 320u + 896u + 1200u);
}

TEST(PipeStorage, ThatIsImpossibleIsRefused) {
  const struct {
    const char *constant, *reason;
  } cases[] = {
      {"0 1 4", "pipe storage of 4 packets of 0 bytes"},
      {"4 4 0", "pipe storage of 0 packets of 4 bytes"},
      {"12 8 4", "the alignment 8 is not a power of two that divides packets of 12 bytes"},
      {"12 3 4", "the alignment 3 is not a power of two that divides packets of 12 bytes"},
      // 7 bytes modulo 2^64
      {"4294967289 1 4294967295",
       "pipe storage of 4294967295 packets of 4294967289 bytes is too large"},
      {"4096 4 4294967295", "pipe storage of 4294967295 packets of 4096 bytes is too large"},
  };
  for (const auto& [constant, reason] : cases) {
    const std::string actual = reasonOf(withStorage(constant));
    EXPECT_NE(actual.find(reason), actual.npos) << actual;
  }
}

// The compiler accessed memory that it did not have.
TEST(PipeStorage, InFrontOfItsTypeIsRefused) {
  const std::string actual =
      reasonOf({.capabilities = kCapabilities,
                .declarations = "%s = OpConstantPipeStorage %storage 4 4 4\n",
                .types = "%storage = OpTypePipeStorage\n"});
  EXPECT_NE(actual.find("pipe storage is in front of its type"), actual.npos) << actual;
}

TEST(PipeStorage, AsAnArgumentOfAKernelIsRefused) {
  const std::string actual =
      reasonOf({.capabilities = kCapabilities,
                .types = "%storage = OpTypePipeStorage\n%gt = OpTypeFunction %void %storage\n",
                .functions = "%g = OpFunction %void None %gt\n%x = OpFunctionParameter %storage\n"
                             "%ge = OpLabel\nOpReturn\nOpFunctionEnd\n",
                .entryPoints = "OpEntryPoint Kernel %k \"k\"\nOpEntryPoint Kernel %g \"g\"\n"});
  EXPECT_NE(actual.find("pipe storage is an argument of a kernel"), actual.npos) << actual;
}

TEST(PipeArguments, AreDescribed) {
  const auto admitted = admitText(withPipes("").text());
  ASSERT_TRUE(admitted) << admitted.error();
  const auto kernel = std::ranges::find(admitted->kernels, "g", &KernelMetadata::name);
  ASSERT_NE(kernel, admitted->kernels.end());
  ASSERT_EQ(kernel->arguments.size(), 2u);
  for (size_t n = 0; n < 2; ++n) {
    EXPECT_EQ(kernel->arguments[n].kind, ArgumentKind::Pipe);
    EXPECT_EQ(kernel->arguments[n].sizeBytes, 8u);
    EXPECT_EQ(kernel->arguments[n].accessQualifier, n + 1);
    EXPECT_EQ(kernel->arguments[n].offsetBytes, 8 * n);
  }
}

}  // namespace
}  // namespace lanewise::test
