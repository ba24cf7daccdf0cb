// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

#include <algorithm>

using namespace lanewise::test;

struct clCreateProgramWithBinaryTest : ProgramTest {
  std::vector<unsigned char> binaryOf(cl_program program) {
    std::vector<unsigned char> binary(
        infoOf<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
    unsigned char* storage = binary.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof storage, &storage, nullptr),
              CL_SUCCESS);
    return binary;
  }
  OwnedProgram make(const std::vector<unsigned char>& binary, cl_int* status, cl_int* code) {
    const cl_device_id on = device();
    const size_t sizeBytes = binary.size();
    const unsigned char* bytes = binary.data();
    return clCreateProgramWithBinary(context(), 1, &on, &sizeBytes, &bytes, status, code);
  }
};

TEST_F(clCreateProgramWithBinaryTest, AnExecutableComesBack) {
  const std::vector<unsigned char> binary = binaryOf(program());
  cl_int status = 1, code = 1;
  OwnedProgram made = make(binary, &status, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(made, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  ASSERT_EQ(build(made), CL_SUCCESS) << log(made);
  OwnedKernel kernel(clCreateKernel(made, "fill", &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(binaryOf(made), binary);
}

TEST_F(clCreateProgramWithBinaryTest, OptionsAndConstantsComeBack) {
  OwnedProgram before = makeProgram();
  const cl_uint value = 5;
  ASSERT_EQ(clSetProgramSpecializationConstant(before, kIntSpec, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(build(before, "-cl-mad-enable"), CL_SUCCESS);
  OwnedProgram made = make(binaryOf(before), nullptr, nullptr);
  ASSERT_EQ(build(made), CL_SUCCESS);
  EXPECT_TRUE(contains(log(made), "constant 7:4")) << log(made);
  EXPECT_TRUE(contains(log(made), " mad")) << log(made);
}

TEST_F(clCreateProgramWithBinaryTest, OptionsOfAnEarlierBuildAreForgotten) {
  OwnedProgram made = make(binaryOf(program()), nullptr, nullptr);
  ASSERT_EQ(build(made, "-cl-mad-enable"), CL_SUCCESS);
  EXPECT_TRUE(contains(log(made), " mad")) << log(made);
  ASSERT_EQ(build(made), CL_SUCCESS);
  EXPECT_FALSE(contains(log(made), " mad")) << log(made);
}

TEST_F(clCreateProgramWithBinaryTest, AnExecutableHasCodeAndAnObjectHasNone) {
  OwnedProgram object = makeProgram();
  ASSERT_EQ(compile(object), CL_SUCCESS);
  const std::string elf("\177ELF");
  const auto hasCode = [&](const std::vector<unsigned char>& binary) {
    return std::ranges::search(binary, elf).size() == elf.size();
  };
  EXPECT_TRUE(hasCode(binaryOf(program())));
  EXPECT_FALSE(hasCode(binaryOf(object)));
}

TEST_F(clCreateProgramWithBinaryTest, TheTypeComesBack) {
  const auto typeOf = [&](cl_program program) {
    OwnedProgram made = make(binaryOf(program), nullptr, nullptr);
    return buildInfo<cl_program_binary_type>(made, CL_PROGRAM_BINARY_TYPE);
  };
  OwnedProgram object = makeProgram();
  ASSERT_EQ(compile(object), CL_SUCCESS);
  OwnedProgram library(clLinkProgram(context(), 0, nullptr, "-create-library", 1, object.array(),
                                     nullptr, nullptr, nullptr));
  EXPECT_EQ(typeOf(program()), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(typeOf(object), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_EQ(typeOf(library), cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
}

TEST_F(clCreateProgramWithBinaryTest, TheBinaryOfAnUnbuiltBinaryIsTheSame) {
  const std::vector<unsigned char> binary = binaryOf(program());
  OwnedProgram made = make(binary, nullptr, nullptr);
  EXPECT_EQ(binaryOf(made), binary);
}

TEST_F(clCreateProgramWithBinaryTest, ACompiledObjectComesBackAndLinks) {
  OwnedProgram before = makeProgram();
  ASSERT_EQ(compile(before), CL_SUCCESS);
  OwnedProgram made = make(binaryOf(before), nullptr, nullptr);
  cl_int code = 1;
  OwnedProgram linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, made.array(), nullptr, nullptr, &code));
  EXPECT_EQ(code, CL_SUCCESS);
}

TEST_F(clCreateProgramWithBinaryTest, InvalidContext) {
  const cl_device_id on = device();
  const size_t sizeBytes = 1;
  const unsigned char byte = 0, *bytes = &byte;
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(
      clCreateProgramWithBinary(releasedContext(), 1, &on, &sizeBytes, &bytes, nullptr, &code),
      nullptr);
  EXPECT_CONDITION("clCreateProgramWithBinary/CL_INVALID_CONTEXT/context-invalid", code);
}

TEST_F(clCreateProgramWithBinaryTest, InvalidValueWithoutDevicesOrBytes) {
  const cl_device_id on = device();
  size_t sizeBytes = 1;
  const unsigned char byte = 0, *bytes = &byte;
  cl_int code = CL_SUCCESS, status = CL_SUCCESS;
  const auto expectInvalid = [&](const char* key, cl_uint count, const cl_device_id* devices,
                                 const size_t* sizes, const unsigned char** binaries) {
    code = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithBinary(context(), count, devices, sizes, binaries, &status, &code),
              nullptr);
    EXPECT_CONDITION(std::string("clCreateProgramWithBinary/CL_INVALID_VALUE/") + key, code);
  };
  expectInvalid("device_list-null-num_devices-zero", 0, &on, &sizeBytes, &bytes);
  expectInvalid("device_list-null-num_devices-zero", 1, nullptr, &sizeBytes, &bytes);
  expectInvalid("lengths-binaries-null", 1, &on, nullptr, &bytes);
  expectInvalid("lengths-binaries-null", 1, &on, &sizeBytes, nullptr);
  sizeBytes = 0;
  expectInvalid("entry-lengths-i-zero-binaries", 1, &on, &sizeBytes, &bytes);
  EXPECT_EQ(status, CL_INVALID_VALUE);
  sizeBytes = 1;
  bytes = nullptr;
  expectInvalid("entry-lengths-i-zero-binaries", 1, &on, &sizeBytes, &bytes);
}

TEST_F(clCreateProgramWithBinaryTest, InvalidDevice) {
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  const size_t sizeBytes = 1;
  const unsigned char byte = 0, *bytes = &byte;
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clCreateProgramWithBinary(context(), 1, &wrong, &sizeBytes, &bytes, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clCreateProgramWithBinary/CL_INVALID_DEVICE/device-foreign", code);
}

TEST_F(clCreateProgramWithBinaryTest, InvalidBinaryForEveryDamagedByte) {
  std::vector<unsigned char> binary = binaryOf(program());
  for (unsigned char& byte : binary) {
    byte ^= 0x10;
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    EXPECT_EQ(make(binary, &status, &code), nullptr) << &byte - binary.data();
    EXPECT_EQ(code, CL_INVALID_BINARY);
    EXPECT_EQ(status, CL_INVALID_BINARY);
    byte ^= 0x10;
  }
  binary.resize(binary.size() - 1);
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(make(binary, nullptr, &code), nullptr);
  EXPECT_CONDITION("clCreateProgramWithBinary/CL_INVALID_BINARY/binary-invalid", code);
}
