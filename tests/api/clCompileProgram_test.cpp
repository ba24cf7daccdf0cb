// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clCompileProgramTest : ProgramTest {};

TEST_F(clCompileProgramTest, makesAnObject) {
  OwnedProgram own = makeProgram();
  ASSERT_EQ(compile(own, "-cl-mad-enable"), CL_SUCCESS);
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(own, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(own, "fill", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clCompileProgramTest, notifiesWhenItIsDone) {
  OwnedProgram own = makeProgram();
  Done done;
  ASSERT_EQ(clCompileProgram(own, 0, nullptr, nullptr, 0, nullptr, nullptr, Done::notify, &done),
            CL_SUCCESS);
  EXPECT_EQ(done.wait(), own);
}

TEST_F(clCompileProgramTest, invalidProgram) { EXPECT_EQ(compile(releasedProgram()), CL_INVALID_PROGRAM); }

TEST_F(clCompileProgramTest, invalidProgramAsAHeader) {
  OwnedProgram own = makeProgram();
  const cl_program wrong = releasedProgram();
  const char* name = "header.h";
  EXPECT_EQ(clCompileProgram(own, 0, nullptr, nullptr, 1, &wrong, &name, nullptr, nullptr),
            CL_INVALID_PROGRAM);
}

TEST_F(clCompileProgramTest, invalidValueForListsThatDisagree) {
  OwnedProgram own = makeProgram();
  const cl_device_id on = device();
  const char* name = "header.h";
  EXPECT_EQ(clCompileProgram(own, 0, &on, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(own, 1, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(own, 0, nullptr, nullptr, 0, own.array(), &name, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(own, 0, nullptr, nullptr, 1, nullptr, &name, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clCompileProgram(own, 0, nullptr, nullptr, 1, own.array(), nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(clCompileProgramTest, invalidValueForUserDataWithoutAFunction) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(clCompileProgram(own, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, this),
            CL_INVALID_VALUE);
}

TEST_F(clCompileProgramTest, invalidDevice) {
  OwnedProgram own = makeProgram();
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  EXPECT_EQ(clCompileProgram(own, 1, &wrong, nullptr, 0, nullptr, nullptr, nullptr, nullptr),
            CL_INVALID_DEVICE);
}

TEST_F(clCompileProgramTest, invalidCompilerOptions) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(compile(own, "-create-library"), CL_INVALID_COMPILER_OPTIONS);
  EXPECT_TRUE(contains(log(own), "'-create-library' is not for this call")) << log(own);
}

TEST_F(clCompileProgramTest, invalidOperationWhileKernelsExist) {
  ASSERT_NE(kernel(), nullptr);
  EXPECT_EQ(compile(program()), CL_INVALID_OPERATION);
}

TEST_F(clCompileProgramTest, invalidOperationWithoutIl) {
  OwnedProgram object = makeProgram();
  ASSERT_EQ(compile(object), CL_SUCCESS);
  OwnedProgram linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, object.array(), nullptr, nullptr, nullptr));
  EXPECT_EQ(compile(linked), CL_INVALID_OPERATION);
}
