// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"
#include "tests/runtime/fake/gate.h"

using namespace lanewise::test;

struct clCompileProgramTest : ProgramTest {};

TEST_F(clCompileProgramTest, MakesAnObject) {
  OwnedProgram own = makeProgram();
  ASSERT_EQ(compile(own, "-cl-mad-enable"), CL_SUCCESS);
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(own, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(own, "fill", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(clCompileProgramTest, NotifiesWhenItIsDone) {
  OwnedProgram own = makeProgram();
  Done done;
  ASSERT_EQ(clCompileProgram(own, 0, nullptr, nullptr, 0, nullptr, nullptr, Done::notify, &done),
            CL_SUCCESS);
  EXPECT_EQ(done.wait(), own);
}

TEST_F(clCompileProgramTest, InvalidProgram) {
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_PROGRAM/program-invalid",
                   compile(releasedProgram()));
}

TEST_F(clCompileProgramTest, InvalidProgramAsAHeader) {
  OwnedProgram own = makeProgram();
  const cl_program wrong = releasedProgram();
  const char* name = "header.h";
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_PROGRAM/program-invalid",
                   clCompileProgram(own, 0, nullptr, nullptr, 1, &wrong, &name, nullptr, nullptr));
}

TEST_F(clCompileProgramTest, InvalidValueForListsThatDisagree) {
  OwnedProgram own = makeProgram();
  const cl_device_id on = device();
  const char* name = "header.h";
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_VALUE/device_list-without-count",
                   clCompileProgram(own, 0, &on, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_CONDITION(
      "clCompileProgram/CL_INVALID_VALUE/device_list-null-with-count",
      clCompileProgram(own, 1, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_CONDITION(
      "clCompileProgram/CL_INVALID_VALUE/headers-without-count",
      clCompileProgram(own, 0, nullptr, nullptr, 0, own.array(), &name, nullptr, nullptr));
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_VALUE/headers-missing",
                   clCompileProgram(own, 0, nullptr, nullptr, 1, nullptr, &name, nullptr, nullptr));
  EXPECT_CONDITION(
      "clCompileProgram/CL_INVALID_VALUE/headers-missing",
      clCompileProgram(own, 0, nullptr, nullptr, 1, own.array(), nullptr, nullptr, nullptr));
}

TEST_F(clCompileProgramTest, InvalidValueForUserDataWithoutAFunction) {
  OwnedProgram own = makeProgram();
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_VALUE/user_data-alone",
                   clCompileProgram(own, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, this));
}

TEST_F(clCompileProgramTest, InvalidDevice) {
  OwnedProgram own = makeProgram();
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  EXPECT_CONDITION(
      "clCompileProgram/CL_INVALID_DEVICE/device-foreign",
      clCompileProgram(own, 1, &wrong, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
}

TEST_F(clCompileProgramTest, InvalidCompilerOptions) {
  OwnedProgram own = makeProgram();
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_COMPILER_OPTIONS/options-invalid",
                   compile(own, "-create-library"));
  EXPECT_TRUE(contains(log(own), "'-create-library' is invalid for this call")) << log(own);
}

TEST_F(clCompileProgramTest, InvalidOperationWhileKernelsExist) {
  ASSERT_NE(kernel(), nullptr);
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_OPERATION/kernels-attached", compile(program()));
}

TEST_F(clCompileProgramTest, InvalidOperationWithoutIl) {
  OwnedProgram object = makeProgram();
  ASSERT_EQ(compile(object), CL_SUCCESS);
  OwnedProgram linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, object.array(), nullptr, nullptr, nullptr));
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_OPERATION/no-source", compile(linked));
}

TEST_F(clCompileProgramTest, InvalidContextOfAHeader) {
  OwnedProgram own = makeProgram(), foreign = makeProgramIn(otherContext());
  const char* name = "header.h";
  EXPECT_CONDITION(
      "clCompileProgram/CL_INVALID_CONTEXT/header-of-other-context",
      clCompileProgram(own, 0, nullptr, nullptr, 1, foreign.array(), &name, nullptr, nullptr));
}

TEST_F(clCompileProgramTest, InvalidOperationWhileItIsBuilt) {
  Gate gate;
  OwnedProgram own = makeProgram("gate", gate.path());
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  EXPECT_CONDITION("clCompileProgram/CL_INVALID_OPERATION/build-under-way", compile(own));
  gate.wait();
  gate.open();
  done.wait();
}

TEST_F(clCompileProgramTest, CompileProgramFailureOfSource) {
  const char* source = "fake:refused";
  OwnedProgram own(clCreateProgramWithSource(context(), 1, &source, nullptr, nullptr));
  EXPECT_CONDITION("clCompileProgram/CL_COMPILE_PROGRAM_FAILURE/failed", compile(own));
  EXPECT_EQ(status(own), CL_BUILD_ERROR);
}
