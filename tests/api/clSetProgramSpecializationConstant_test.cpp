// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clSetProgramSpecializationConstantTest : ProgramTest {};

TEST_F(clSetProgramSpecializationConstantTest, ReachesTheCompilerAtTheNextBuild) {
  OwnedProgram own = makeProgram();
  const cl_uint word = 3;
  const cl_ulong wide = 4;
  const cl_uchar flag = 0;
  EXPECT_EQ(clSetProgramSpecializationConstant(own, kIntSpec, sizeof word, &word), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(own, kLongSpec, sizeof wide, &wide), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(own, kBoolSpec, sizeof flag, &flag), CL_SUCCESS);
  ASSERT_EQ(build(own), CL_SUCCESS);
  EXPECT_TRUE(contains(log(own), "constant 7:4 constant 9:8 constant 12:1")) << log(own);
}

TEST_F(clSetProgramSpecializationConstantTest, TheLastValueCounts) {
  OwnedProgram own = makeProgram();
  for (cl_uint value : {1u, 2u})
    EXPECT_EQ(clSetProgramSpecializationConstant(own, kIntSpec, sizeof value, &value), CL_SUCCESS);
  ASSERT_EQ(build(own), CL_SUCCESS);
  EXPECT_TRUE(contains(log(own), "constant 7:4"));
  EXPECT_FALSE(contains(log(own), "constant 7:4 constant 7:4")) << log(own);
}

TEST_F(clSetProgramSpecializationConstantTest, InvalidProgram) {
  const cl_uint value = 1;
  for (cl_program wrong : {cl_program(), ofOtherType<cl_program>(), releasedProgram()})
    EXPECT_CONDITION("clSetProgramSpecializationConstant/CL_INVALID_PROGRAM/program-invalid",
                     clSetProgramSpecializationConstant(wrong, kIntSpec, sizeof value, &value));
}

TEST_F(clSetProgramSpecializationConstantTest, InvalidProgramThatIsNotFromIl) {
  OwnedProgram object = makeProgram();
  ASSERT_EQ(compile(object), CL_SUCCESS);
  OwnedProgram linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, object.array(), nullptr, nullptr, nullptr));
  const cl_uint value = 1;
  EXPECT_CONDITION("clSetProgramSpecializationConstant/CL_INVALID_PROGRAM/program-invalid",
                   clSetProgramSpecializationConstant(linked, kIntSpec, sizeof value, &value));
}

TEST_F(clSetProgramSpecializationConstantTest, InvalidSpecId) {
  const cl_uint value = 1;
  EXPECT_CONDITION("clSetProgramSpecializationConstant/CL_INVALID_SPEC_ID/spec_id-invalid",
                   clSetProgramSpecializationConstant(program(), 1000, sizeof value, &value));
}

TEST_F(clSetProgramSpecializationConstantTest, InvalidValueForTheWrongSizeOrNoValue) {
  const cl_ulong value = 1;
  EXPECT_CONDITION("clSetProgramSpecializationConstant/CL_INVALID_VALUE/spec_size-differs",
                   clSetProgramSpecializationConstant(program(), kIntSpec, 8, &value));
  EXPECT_CONDITION("clSetProgramSpecializationConstant/CL_INVALID_VALUE/spec_size-differs",
                   clSetProgramSpecializationConstant(program(), kIntSpec, 0, &value));
  EXPECT_CONDITION("clSetProgramSpecializationConstant/CL_INVALID_VALUE/spec_size-differs",
                   clSetProgramSpecializationConstant(program(), kBoolSpec, 4, &value));
  EXPECT_CONDITION("clSetProgramSpecializationConstant/CL_INVALID_VALUE/spec_value-null",
                   clSetProgramSpecializationConstant(program(), kIntSpec, 4, nullptr));
}
