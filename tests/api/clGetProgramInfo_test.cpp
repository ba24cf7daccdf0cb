// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

struct clGetProgramInfoTest : ProgramTest {};

TEST_F(clGetProgramInfoTest, TellsWhatItIs) {
  EXPECT_EQ(infoOf<cl_context>(clGetProgramInfo, program(), CL_PROGRAM_CONTEXT), context());
  EXPECT_EQ(infoOf<cl_uint>(clGetProgramInfo, program(), CL_PROGRAM_NUM_DEVICES), 1u);
  EXPECT_EQ(infoOf<cl_device_id>(clGetProgramInfo, program(), CL_PROGRAM_DEVICES), device());
  EXPECT_EQ(textOf(clGetProgramInfo, program(), CL_PROGRAM_SOURCE), "");
  EXPECT_EQ(arrayOf<uint32_t>(clGetProgramInfo, program(), CL_PROGRAM_IL), fakeModule("ok"));
  EXPECT_EQ(infoOf<cl_bool>(clGetProgramInfo, program(), CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT),
            cl_bool(CL_FALSE));
  EXPECT_EQ(infoOf<cl_bool>(clGetProgramInfo, program(), CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT),
            cl_bool(CL_FALSE));
}

TEST_F(clGetProgramInfoTest, TellsItsKernels) {
  EXPECT_EQ(infoOf<size_t>(clGetProgramInfo, program(), CL_PROGRAM_NUM_KERNELS), 3u);
  EXPECT_EQ(textOf(clGetProgramInfo, program(), CL_PROGRAM_KERNEL_NAMES), "fill;count;every");
}

TEST_F(clGetProgramInfoTest, HasNoBinaryBeforeTheBuild) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(infoOf<size_t>(clGetProgramInfo, own, CL_PROGRAM_BINARY_SIZES), 0u);
  unsigned char byte = 42, *storage = &byte;
  EXPECT_EQ(clGetProgramInfo(own, CL_PROGRAM_BINARIES, sizeof storage, &storage, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(byte, 42);
}

TEST_F(clGetProgramInfoTest, LeavesOutBinariesWithoutRoom) {
  unsigned char* storage = nullptr;
  EXPECT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof storage, &storage, nullptr),
            CL_SUCCESS);
}

TEST_F(clGetProgramInfoTest, InvalidProgramExecutable) {
  OwnedProgram own = makeProgram();
  for (cl_program_info name : {CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES})
    EXPECT_CONDITION("clGetProgramInfo/CL_INVALID_PROGRAM_EXECUTABLE/no-executable",
                     clGetProgramInfo(own, name, 0, nullptr, nullptr));
}
