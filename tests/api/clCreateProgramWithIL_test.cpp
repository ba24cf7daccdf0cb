// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

#include <algorithm>

using namespace lanewise::test;

struct clCreateProgramWithILTest : ProgramTest {
  cl_int error(const std::vector<uint32_t>& words, size_t sizeBytes) {
    cl_int code = 12345;
    OwnedProgram made(clCreateProgramWithIL(context(), words.data(), sizeBytes, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return code;
  }
  cl_int error(const std::vector<uint32_t>& words) { return error(words, words.size() * 4); }
};

TEST_F(clCreateProgramWithILTest, TakesAModule) { EXPECT_EQ(error(fakeModule("ok")), CL_SUCCESS); }

TEST_F(clCreateProgramWithILTest, CopiesTheWordsAndTheyNeedNotBeAligned) {
  const std::vector<uint32_t> words = fakeModule("ok");
  std::vector<unsigned char> bytes(words.size() * 4 + 1);
  std::memcpy(bytes.data() + 1, words.data(), words.size() * 4);
  OwnedProgram made(clCreateProgramWithIL(context(), bytes.data() + 1, words.size() * 4, nullptr));
  std::fill(bytes.begin(), bytes.end(), 0);
  EXPECT_EQ(arrayOf<uint32_t>(clGetProgramInfo, made, CL_PROGRAM_IL), words);
}

TEST_F(clCreateProgramWithILTest, InvalidContext) {
  const std::vector<uint32_t> words = fakeModule("ok");
  for (cl_context wrong : {cl_context(), ofOtherType<cl_context>(), releasedContext()}) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithIL(wrong, words.data(), words.size() * 4, &code), nullptr);
    EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_CONTEXT/context-invalid", code);
  }
}

TEST_F(clCreateProgramWithILTest, InvalidValueWithoutBytes) {
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithIL(context(), nullptr, 20, &code), nullptr);
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-null", code);
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/length-zero",
                   error(fakeModule("ok"), 0));
}

TEST_F(clCreateProgramWithILTest, InvalidValueForATruncatedModule) {
  const std::vector<uint32_t> words = fakeModule("ok");
  for (size_t sizeBytes = 1; sizeBytes < words.size() * 4; ++sizeBytes) {
    // Only the compiler can detect a module that is truncated between two instructions.
    const cl_int code = error(words, sizeBytes);
    if (sizeBytes % 4 != 0 || sizeBytes < 20) {
      EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed", code) << sizeBytes;
    }
  }
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed",
                   error(words, words.size() * 4 - 4));
}

TEST_F(clCreateProgramWithILTest, InvalidValueForGarbage) {
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed",
                   error(std::vector<uint32_t>(100, 0xdeadbeef)));
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed",
                   error(std::vector<uint32_t>(100, 0)));
}

TEST_F(clCreateProgramWithILTest, InvalidValueForBigEndianWords) {
  std::vector<uint32_t> words = fakeModule("ok");
  for (uint32_t& word : words) word = __builtin_bswap32(word);
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed", error(words));
}

TEST_F(clCreateProgramWithILTest, InvalidValueForAnUnknownVersion) {
  for (uint32_t version : {0x00000900u, 0x00010700u, 0x00020000u, 0x01010000u, 0x00010001u}) {
    std::vector<uint32_t> words = fakeModule("ok");
    words[1] = version;
    EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed", error(words))
        << version;
  }
}

TEST_F(clCreateProgramWithILTest, InvalidValueForInstructionsThatEndOutside) {
  std::vector<uint32_t> words = fakeModule("ok");
  words[5] = 0xffffu << 16 | 17;
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed", error(words));
  words[5] = 17;  // no words
  EXPECT_CONDITION("clCreateProgramWithIL/CL_INVALID_VALUE/il-malformed", error(words));
}
