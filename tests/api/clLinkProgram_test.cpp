// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"
#include "tests/asleep.h"
#include "tests/runtime/fake/gate.h"

using namespace lanewise::test;

struct clLinkProgramTest : ProgramTest {
  OwnedProgram object(const std::string& word = "ok", const char* options = nullptr) {
    OwnedProgram made = makeProgram(word, "object" + std::to_string(made_++));
    EXPECT_EQ(compile(made, options), CL_SUCCESS);
    return made;
  }
  OwnedProgram link(const std::vector<cl_program>& inputs, cl_int* code,
                    const char* options = nullptr) {
    return clLinkProgram(context(), 0, nullptr, options, cl_uint(inputs.size()), inputs.data(),
                         nullptr, nullptr, code);
  }
  int made_ = 0;
};

TEST_F(clLinkProgramTest, MakesAnExecutableOfSeveralObjects) {
  OwnedProgram first = object(), second = object();
  cl_int code = 1;
  OwnedProgram linked = link({first, second}, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(contains(log(linked), "modules 2")) << log(linked);
  OwnedKernel kernel(clCreateKernel(linked, "fill", &code));
  EXPECT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(arrayOf<unsigned char>(clGetProgramInfo, linked, CL_PROGRAM_IL).empty());
}

TEST_F(clLinkProgramTest, MakesALibraryThatLinksAgain) {
  OwnedProgram first = object(), second = object(), third = object();
  cl_int code = 1;
  OwnedProgram library = link({first, second}, &code, "-create-library");
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  OwnedProgram linked = link({library, third}, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(contains(log(linked), "modules 3")) << log(linked);
}

TEST_F(clLinkProgramTest, LeavesSpecializationConstantsToTheirModules) {
  OwnedProgram plain = object(), first = makeProgram(), second = makeProgram();
  for (cl_uint value = 0; cl_program own : {cl_program(first), cl_program(second)}) {
    EXPECT_EQ(clSetProgramSpecializationConstant(own, kIntSpec, sizeof value, &++value),
              CL_SUCCESS);
    EXPECT_EQ(compile(own), CL_SUCCESS);
  }
  cl_int code = 1;
  OwnedProgram library = link({first}, &code, "-create-library");
  OwnedProgram linked = link({plain, library, second}, &code);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_TRUE(contains(log(linked), "constant 7:4 of module 1 constant 7:4 of module 2"))
      << log(linked);
}

TEST_F(clLinkProgramTest, RelaxesWhatAllObjectsRelax) {
  OwnedProgram exact = object(), relaxed = object("ok", "-cl-mad-enable"),
               alsoRelaxed = object("ok", "-cl-mad-enable");
  cl_int code = 1;
  EXPECT_FALSE(contains(log(link({exact, relaxed}, &code)), " mad"));
  EXPECT_TRUE(contains(log(link({relaxed, alsoRelaxed}, &code)), " mad"));
  EXPECT_TRUE(contains(log(link({exact}, &code, "-cl-fast-relaxed-math")), " fast"));
}

TEST_F(clLinkProgramTest, NotifiesWhenItIsDone) {
  Gate gate;
  OwnedProgram input = makeProgram("gate", gate.path());
  ASSERT_EQ(compile(input), CL_SUCCESS);
  Done done;
  cl_int code = 1;
  OwnedProgram linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, input.array(), Done::notify, &done, &code));
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_EQ(status(linked), CL_BUILD_IN_PROGRESS);
  gate.wait();
  gate.open();
  EXPECT_EQ(done.wait(), linked);
  EXPECT_EQ(status(linked), CL_BUILD_SUCCESS);
}

TEST_F(clLinkProgramTest, FailedWhileAnInputWasCompiled) {
  Gate gate;
  const std::string source = "fake:gate " + gate.path();
  const char* text = source.c_str();
  OwnedProgram input(clCreateProgramWithSource(context(), 1, &text, nullptr, nullptr));
  Done done;
  ASSERT_EQ(clCompileProgram(input, 0, nullptr, nullptr, 0, nullptr, nullptr, Done::notify, &done),
            CL_SUCCESS);
  gate.wait();
  cl_int code = 1;
  OwnedProgram linked;
  Sleeper linker([&] {
    linked = OwnedProgram(
        clLinkProgram(context(), 0, nullptr, nullptr, 1, input.array(), nullptr, nullptr, &code));
  });
  linker.waitUntilAsleep();
  EXPECT_EQ(status(input), CL_BUILD_IN_PROGRESS);
  gate.open();
  linker.join();
  EXPECT_EQ(code, CL_SUCCESS);
  done.wait();
}

TEST_F(clLinkProgramTest, InvalidContext) {
  OwnedProgram input = object();
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clLinkProgram(nullptr, 0, nullptr, nullptr, 1, input.array(), nullptr, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_CONTEXT/context-invalid", code);
}

TEST_F(clLinkProgramTest, InvalidValueForListsThatDisagree) {
  OwnedProgram input = object();
  const cl_device_id on = device();
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(link({}, &code), nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_VALUE/programs-without-count", code);
  EXPECT_EQ(clLinkProgram(context(), 0, nullptr, nullptr, 1, nullptr, nullptr, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_VALUE/programs-null-with-count", code);
  EXPECT_EQ(clLinkProgram(context(), 0, &on, nullptr, 1, input.array(), nullptr, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_VALUE/device_list-without-count", code);
}

TEST_F(clLinkProgramTest, InvalidValueForUserDataWithoutAFunction) {
  OwnedProgram input = object();
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clLinkProgram(context(), 0, nullptr, nullptr, 1, input.array(), nullptr, this, &code),
            nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_VALUE/user_data-alone", code);
}

TEST_F(clLinkProgramTest, InvalidProgram) {
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(link({object(), releasedProgram()}, &code), nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_PROGRAM/program-invalid", code);
}

TEST_F(clLinkProgramTest, InvalidDevice) {
  OwnedProgram input = object();
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clLinkProgram(context(), 1, &wrong, nullptr, 1, input.array(), nullptr, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_DEVICE/device-foreign", code);
}

TEST_F(clLinkProgramTest, InvalidLinkerOptions) {
  OwnedProgram input = object();
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(link({input}, &code, "-cl-opt-disable"), nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_LINKER_OPTIONS/options-invalid", code);
  EXPECT_EQ(link({input}, &code, "-enable-link-options"), nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_LINKER_OPTIONS/options-invalid", code);
}

TEST_F(clLinkProgramTest, InvalidOperationForProgramsThatAreNotCompiled) {
  OwnedProgram compiled = object(), plain = makeProgram();
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(link({compiled, plain}, &code), nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_OPERATION/not-compiled-for-device", code);
  EXPECT_EQ(link({plain}, &code), nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_OPERATION/not-compiled-for-device", code);
}

TEST_F(clLinkProgramTest, LinkProgramFailureHasAProgramWithALog) {
  OwnedProgram input = object("refused");
  cl_int code = CL_SUCCESS;
  OwnedProgram linked = link({input}, &code);
  EXPECT_CONDITION("clLinkProgram/CL_LINK_PROGRAM_FAILURE/failed", code);
  ASSERT_NE(linked, nullptr);
  EXPECT_EQ(status(linked), CL_BUILD_ERROR);
  EXPECT_TRUE(contains(log(linked), "capability Shader")) << log(linked);
}

TEST_F(clLinkProgramTest, InvalidContextOfAProgram) {
  OwnedProgram foreign = makeProgramIn(otherContext());
  ASSERT_EQ(compile(foreign), CL_SUCCESS);
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(link({object(), foreign}, &code), nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_CONTEXT/program-of-other-context", code);
}

TEST_F(clLinkProgramTest, InvalidValueWithoutPrograms) {
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clLinkProgram(context(), 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, &code),
            nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_VALUE/programs-none", code);
  OwnedProgram input = object();
  EXPECT_EQ(
      clLinkProgram(context(), 0, nullptr, nullptr, 0, input.array(), nullptr, nullptr, &code),
      nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_VALUE/programs-without-count", code);
  EXPECT_EQ(
      clLinkProgram(context(), 1, nullptr, nullptr, 1, input.array(), nullptr, nullptr, &code),
      nullptr);
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_VALUE/device_list-null-with-count", code);
}

// After the build, whose result is an executable.
TEST_F(clLinkProgramTest, InvalidOperationWhileAnInputIsBuilt) {
  Gate gate;
  OwnedProgram own = makeProgram("gate", gate.path());
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  gate.wait();
  cl_int code = CL_SUCCESS;
  Sleeper linker([&] { EXPECT_EQ(link({own}, &code), nullptr); });
  linker.waitUntilAsleep();
  gate.open();
  linker.join();
  EXPECT_CONDITION("clLinkProgram/CL_INVALID_OPERATION/build-under-way", code);
  done.wait();
}

// They are for executables.
TEST_F(clLinkProgramTest, InvalidLinkerOptionsOfALibrary) {
  OwnedProgram input = object();
  for (const char* options :
       {"-create-library -cl-fast-relaxed-math", "-cl-denorms-are-zero -create-library",
        "-create-library -enable-link-options -cl-no-signed-zeroes"}) {
    cl_int code = CL_SUCCESS;
    EXPECT_EQ(link({input}, &code, options), nullptr) << options;
    EXPECT_CONDITION("clLinkProgram/CL_INVALID_LINKER_OPTIONS/options-invalid", code) << options;
  }
}
