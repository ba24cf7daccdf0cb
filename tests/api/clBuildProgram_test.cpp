// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clBuildProgramTest : ProgramTest {};

TEST_F(clBuildProgramTest, makesAnExecutable) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(status(own), CL_BUILD_NONE);
  ASSERT_EQ(build(own, "-cl-fast-relaxed-math"), CL_SUCCESS) << log(own);
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildText(own, CL_PROGRAM_BUILD_OPTIONS), "-cl-fast-relaxed-math");
  EXPECT_TRUE(contains(log(own), " fast mad")) << log(own);
}

TEST_F(clBuildProgramTest, forDevicesByName) {
  OwnedProgram own = makeProgram();
  const cl_device_id on = device();
  EXPECT_EQ(clBuildProgram(own, 1, &on, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clBuildProgramTest, notifiesWhenItIsDone) {
  OwnedProgram own = makeProgram("slow", "notified");
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  EXPECT_EQ(done.wait(), own);
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
}

TEST_F(clBuildProgramTest, notifiesOfAFailureToo) {
  OwnedProgram own = makeProgram("refused");
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  done.wait();
  EXPECT_EQ(status(own), CL_BUILD_ERROR);
}

TEST_F(clBuildProgramTest, programsWithVariablesDoNotShareThem) {
  OwnedProgram first = makeProgram("variables"), second = makeProgram("variables");
  ASSERT_EQ(build(first), CL_SUCCESS);
  ASSERT_EQ(build(second), CL_SUCCESS);
  EXPECT_EQ(buildInfo<size_t>(first, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 4u);
}

TEST_F(clBuildProgramTest, invalidProgram) {
  for (cl_program wrong : {cl_program(), ofOtherType<cl_program>(), releasedProgram()})
    EXPECT_EQ(build(wrong), CL_INVALID_PROGRAM);
}

TEST_F(clBuildProgramTest, invalidValueForAListWithoutACountOrTheOtherWayRound) {
  OwnedProgram own = makeProgram();
  const cl_device_id on = device();
  EXPECT_EQ(clBuildProgram(own, 0, &on, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(own, 1, nullptr, nullptr, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(clBuildProgramTest, invalidValueForUserDataWithoutAFunction) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(clBuildProgram(own, 0, nullptr, nullptr, nullptr, this), CL_INVALID_VALUE);
}

TEST_F(clBuildProgramTest, invalidDevice) {
  OwnedProgram own = makeProgram();
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  EXPECT_EQ(clBuildProgram(own, 1, &wrong, nullptr, nullptr, nullptr), CL_INVALID_DEVICE);
}

TEST_F(clBuildProgramTest, invalidBuildOptionsWithTheOptionInTheLog) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(build(own, "-w -cl-made-up"), CL_INVALID_BUILD_OPTIONS);
  EXPECT_TRUE(contains(log(own), "'-cl-made-up'")) << log(own);
  EXPECT_EQ(build(own, "-create-library"), CL_INVALID_BUILD_OPTIONS);
}

TEST_F(clBuildProgramTest, invalidOperationWhileItIsBuilt) {
  OwnedProgram own = makeProgram("slow", "twice");
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  EXPECT_EQ(build(own), CL_INVALID_OPERATION);
  EXPECT_EQ(status(own), CL_BUILD_IN_PROGRESS);
  done.wait();
}

TEST_F(clBuildProgramTest, invalidOperationWhileKernelsExist) {
  ASSERT_NE(kernel(), nullptr);
  EXPECT_EQ(build(program()), CL_INVALID_OPERATION);
  EXPECT_EQ(status(program()), CL_BUILD_SUCCESS) << "the executable stays";
}

TEST_F(clBuildProgramTest, invalidOperationOfALinkedProgram) {
  OwnedProgram object = makeProgram();
  ASSERT_EQ(compile(object), CL_SUCCESS);
  OwnedProgram linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, object.array(), nullptr, nullptr, nullptr));
  EXPECT_EQ(build(linked), CL_INVALID_OPERATION);
}

TEST_F(clBuildProgramTest, buildProgramFailureForARefusedModule) {
  OwnedProgram own = makeProgram("refused");
  EXPECT_EQ(build(own), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(status(own), CL_BUILD_ERROR);
  EXPECT_TRUE(contains(log(own), "capability Shader is not for kernels")) << log(own);
}

TEST_F(clBuildProgramTest, buildProgramFailureWhenTheCompilerDies) {
  OwnedProgram own = makeProgram("crash");
  EXPECT_EQ(build(own), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_TRUE(contains(log(own), "the compiler crashed")) << log(own);
}

TEST_F(clBuildProgramTest, invalidBuildOptionsTakeTheOldExecutableAway) {
  OwnedProgram own = makeProgram("ok", "old");
  ASSERT_EQ(build(own), CL_SUCCESS);
  EXPECT_EQ(build(own, "-cl-made-up"), CL_INVALID_BUILD_OPTIONS);
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(own, "fill", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
}
