// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/conditions/conditions.h"
#include "tests/api/program_fixture.h"
#include "tests/asleep.h"
#include "tests/in_child.h"
#include "tests/runtime/fake/gate.h"

using namespace lanewise::test;

struct clBuildProgramTest : ProgramTest {};

TEST_F(clBuildProgramTest, MakesAnExecutable) {
  OwnedProgram own = makeProgram();
  EXPECT_EQ(status(own), CL_BUILD_NONE);
  ASSERT_EQ(build(own, "-cl-fast-relaxed-math"), CL_SUCCESS) << log(own);
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildText(own, CL_PROGRAM_BUILD_OPTIONS), "-cl-fast-relaxed-math");
  EXPECT_TRUE(contains(log(own), " fast mad")) << log(own);
}

TEST_F(clBuildProgramTest, ForDevicesByName) {
  OwnedProgram own = makeProgram();
  const cl_device_id on = device();
  EXPECT_EQ(clBuildProgram(own, 1, &on, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clBuildProgramTest, NotifiesWhenItIsDone) {
  Gate gate;
  OwnedProgram own = makeProgram("gate", gate.path());
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  gate.wait();
  EXPECT_EQ(status(own), CL_BUILD_IN_PROGRESS);
  gate.open();
  EXPECT_EQ(done.wait(), own);
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
}

TEST_F(clBuildProgramTest, NotifiesOfAFailureToo) {
  OwnedProgram own = makeProgram("refused");
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  done.wait();
  EXPECT_EQ(status(own), CL_BUILD_ERROR);
}

// Programs that were written for platforms which build at once do not wait for their notify
// function.
TEST_F(clBuildProgramTest, CallsThatNeedTheResultFailedWhileItWasBuilt) {
  const std::pair<const char*, std::function<cl_int(cl_program)>> calls[] = {
      {"clCreateKernel",
       [](cl_program built) {
         cl_int code = 1;
         const OwnedKernel made(clCreateKernel(built, "fill", &code));
         return code;
       }},
      {"clCreateKernelsInProgram",
       [](cl_program built) {
         cl_uint count = 0;
         const cl_int code = clCreateKernelsInProgram(built, 0, nullptr, &count);
         return count == 0 ? 1 : code;
       }},
      {"CL_PROGRAM_NUM_KERNELS",
       [](cl_program built) {
         size_t count = 0;
         return clGetProgramInfo(built, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr);
       }},
      {"CL_PROGRAM_BINARY_SIZES",
       [](cl_program built) {
         size_t sizeBytes = 0;
         clGetProgramInfo(built, CL_PROGRAM_BINARY_SIZES, sizeof sizeBytes, &sizeBytes, nullptr);
         return sizeBytes == 0 ? 1 : CL_SUCCESS;
       }},
      {"CL_PROGRAM_BUILD_LOG",
       [&](cl_program built) { return log(built).empty() ? 1 : CL_SUCCESS; }},
      {"CL_PROGRAM_BINARY_TYPE", [&](cl_program built) {
         const auto type = buildInfo<cl_program_binary_type>(built, CL_PROGRAM_BINARY_TYPE);
         return type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE ? CL_SUCCESS : 1;
       }}};
  for (const auto& [name, call] : calls) {
    Gate gate;
    OwnedProgram own = makeProgram("gate", gate.path());
    Done done;
    ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
    gate.wait();
    cl_int code = 1;
    Sleeper caller([&] { code = call(own); });
    caller.waitUntilAsleep();
    EXPECT_EQ(status(own), CL_BUILD_IN_PROGRESS) << name;
    EXPECT_EQ(buildText(own, CL_PROGRAM_BUILD_OPTIONS), "") << name;
    gate.open();
    caller.join();
    EXPECT_EQ(code, CL_SUCCESS) << name;
    done.wait();
  }
}

TEST_F(clBuildProgramTest, CallsThatNeedTheResultOfAFailingBuildWaitForTheFailure) {
  OwnedProgram own = makeProgram("refused");
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  EXPECT_TRUE(contains(log(own), "unsupported: capability Shader"));
  EXPECT_EQ(status(own), CL_BUILD_ERROR);
  done.wait();
}

// The thread that builds stayed in the parent.
TEST_F(clBuildProgramTest, AForkedChildDoesNotWaitForABuildOfItsParent) {
  Gate gate;
  OwnedProgram own = makeProgram("gate", gate.path());
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  gate.wait();
  EXPECT_EQ(inChild([&] {
              cl_int code = CL_SUCCESS;
              clCreateKernel(own, "fill", &code);
              return code == CL_INVALID_PROGRAM_EXECUTABLE && log(own).empty();
            }),
            0);
  gate.open();
  done.wait();
  EXPECT_EQ(status(own), CL_BUILD_SUCCESS);
}

// As many notify functions as threads build wait for one more program each.
TEST_F(clBuildProgramTest, NotifyFunctionsMayWaitForOtherBuilds) {
  constexpr int kBuilds = 16;
  struct Chain {
    OwnedProgram first, second;
    std::promise<cl_int> code;
    Done done;
    static void CL_CALLBACK notify(cl_program, void* user) {
      Chain& self = *static_cast<Chain*>(user);
      clBuildProgram(self.second, 0, nullptr, nullptr, Done::notify, &self.done);
      cl_int code = 1;
      const OwnedKernel made(clCreateKernel(self.second, "fill", &code));
      self.code.set_value(code);
    }
  } chains[kBuilds];
  for (Chain& chain : chains) {
    chain.first = makeProgram();
    chain.second = makeProgram();
    ASSERT_EQ(clBuildProgram(chain.first, 0, nullptr, nullptr, Chain::notify, &chain), CL_SUCCESS);
  }
  for (Chain& chain : chains) {
    EXPECT_EQ(chain.code.get_future().get(), CL_SUCCESS);
    chain.done.wait();
  }
}

TEST_F(clBuildProgramTest, ProgramsWithVariablesDoNotShareThem) {
  OwnedProgram first = makeProgram("variables"), second = makeProgram("variables");
  ASSERT_EQ(build(first), CL_SUCCESS);
  ASSERT_EQ(build(second), CL_SUCCESS);
  EXPECT_EQ(buildInfo<size_t>(first, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE), 4u);
}

TEST_F(clBuildProgramTest, InvalidProgram) {
  for (cl_program wrong : {cl_program(), ofOtherType<cl_program>(), releasedProgram()})
    EXPECT_CONDITION("clBuildProgram/CL_INVALID_PROGRAM/program-invalid", build(wrong));
}

TEST_F(clBuildProgramTest, InvalidValueForAListWithoutACountOrTheOtherWayRound) {
  OwnedProgram own = makeProgram();
  const cl_device_id on = device();
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_VALUE/device_list-without-count",
                   clBuildProgram(own, 0, &on, nullptr, nullptr, nullptr));
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_VALUE/device_list-null-with-count",
                   clBuildProgram(own, 1, nullptr, nullptr, nullptr, nullptr));
}

TEST_F(clBuildProgramTest, InvalidValueForUserDataWithoutAFunction) {
  OwnedProgram own = makeProgram();
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_VALUE/user_data-alone",
                   clBuildProgram(own, 0, nullptr, nullptr, nullptr, this));
}

TEST_F(clBuildProgramTest, InvalidDevice) {
  OwnedProgram own = makeProgram();
  const cl_device_id wrong = ofOtherType<cl_device_id>();
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_DEVICE/device-foreign",
                   clBuildProgram(own, 1, &wrong, nullptr, nullptr, nullptr));
}

TEST_F(clBuildProgramTest, InvalidBuildOptionsWithTheOptionInTheLog) {
  OwnedProgram own = makeProgram();
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_BUILD_OPTIONS/options-invalid",
                   build(own, "-w -cl-made-up"));
  EXPECT_TRUE(contains(log(own), "'-cl-made-up'")) << log(own);
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_BUILD_OPTIONS/options-invalid",
                   build(own, "-create-library"));
}

TEST_F(clBuildProgramTest, InvalidOperationWhileItIsBuilt) {
  Gate gate;
  OwnedProgram own = makeProgram("gate", gate.path());
  Done done;
  ASSERT_EQ(clBuildProgram(own, 0, nullptr, nullptr, Done::notify, &done), CL_SUCCESS);
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_OPERATION/build-under-way", build(own));
  EXPECT_EQ(status(own), CL_BUILD_IN_PROGRESS);
  gate.wait();
  gate.open();
  done.wait();
}

TEST_F(clBuildProgramTest, InvalidOperationWhileKernelsExist) {
  ASSERT_NE(kernel(), nullptr);
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_OPERATION/kernels-attached", build(program()));
  EXPECT_EQ(status(program()), CL_BUILD_SUCCESS) << "the executable stays";
}

TEST_F(clBuildProgramTest, InvalidOperationOfALinkedProgram) {
  OwnedProgram object = makeProgram();
  ASSERT_EQ(compile(object), CL_SUCCESS);
  OwnedProgram linked(
      clLinkProgram(context(), 0, nullptr, nullptr, 1, object.array(), nullptr, nullptr, nullptr));
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_OPERATION/nothing-to-build", build(linked));
  EXPECT_EQ(build(linked, "-cl-made-up"), CL_INVALID_OPERATION);
  EXPECT_EQ(status(linked), CL_BUILD_SUCCESS) << "what was linked is not lost";
}

TEST_F(clBuildProgramTest, BuildProgramFailureForARefusedModule) {
  OwnedProgram own = makeProgram("refused");
  EXPECT_CONDITION("clBuildProgram/CL_BUILD_PROGRAM_FAILURE/failed", build(own));
  EXPECT_EQ(status(own), CL_BUILD_ERROR);
  EXPECT_TRUE(contains(log(own), "unsupported: capability Shader")) << log(own);
}

TEST_F(clBuildProgramTest, BuildProgramFailureWhenTheCompilerDies) {
  OwnedProgram own = makeProgram("crash");
  EXPECT_CONDITION("clBuildProgram/CL_BUILD_PROGRAM_FAILURE/failed", build(own));
  EXPECT_TRUE(contains(log(own), "the compiler crashed")) << log(own);
}

TEST_F(clBuildProgramTest, InvalidBuildOptionsTakeTheOldExecutableAway) {
  OwnedProgram own = makeProgram("ok", "old");
  ASSERT_EQ(build(own), CL_SUCCESS);
  EXPECT_CONDITION("clBuildProgram/CL_INVALID_BUILD_OPTIONS/options-invalid",
                   build(own, "-cl-made-up"));
  cl_int code = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(own, "fill", &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(status(own), CL_BUILD_ERROR);
  cl_program_binary_type type = 77;
  EXPECT_EQ(
      clGetProgramBuildInfo(own, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(type, cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_NONE));
  EXPECT_EQ(infoOf<size_t>(clGetProgramInfo, cl_program(own), CL_PROGRAM_BINARY_SIZES), 0u);
  EXPECT_EQ(build(own), CL_SUCCESS);
}

/// A context of the device and a part of it.
struct clBuildProgramForPartsTest : ProgramTest {
  void SetUp() override {
    const cl_device_partition_property split[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                  CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_uint count = 0;
    if (clCreateSubDevices(device(), split, 1, &part_, &count) != CL_SUCCESS)
      GTEST_SKIP() << "one compute unit has no parts";
    const cl_device_id both[] = {device(), part_};
    shared_ = Context(clCreateContext(nullptr, 2, both, nullptr, nullptr, nullptr));
  }
  void TearDown() override {
    if (part_) clReleaseDevice(part_);
  }
  cl_int launch(cl_program program, cl_device_id on) {
    OwnedKernel fill(clCreateKernel(program, "fill", nullptr));
    Buffer buffer(clCreateBuffer(shared_, CL_MEM_READ_WRITE, 64, nullptr, nullptr));
    cl_mem handle = buffer;
    EXPECT_EQ(clSetKernelArg(fill, 0, sizeof handle, &handle), CL_SUCCESS);
    const cl_uint word = 7;
    EXPECT_EQ(clSetKernelArg(fill, 1, sizeof word, &word), CL_SUCCESS);
    Queue queue(clCreateCommandQueue(shared_, on, 0, nullptr));
    const size_t one = 1;
    const cl_int code =
        clEnqueueNDRangeKernel(queue, fill, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return code;
  }
  cl_device_id part_ = nullptr;
  Context shared_{nullptr};
};

TEST_F(clBuildProgramForPartsTest, BuildOfTheDeviceServesItsParts) {
  OwnedProgram own = makeProgramIn(shared_);
  const cl_device_id whole = device();
  ASSERT_EQ(clBuildProgram(own, 1, &whole, nullptr, nullptr, nullptr), CL_SUCCESS);
  cl_build_status status = CL_BUILD_NONE;
  EXPECT_EQ(
      clGetProgramBuildInfo(own, part_, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(status, CL_BUILD_SUCCESS);
  EXPECT_EQ(launch(own, part_), CL_SUCCESS);
}

TEST_F(clBuildProgramForPartsTest, BuildOfAPartDoesNotServeTheDevice) {
  OwnedProgram own = makeProgramIn(shared_);
  ASSERT_EQ(clBuildProgram(own, 1, &part_, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(launch(own, part_), CL_SUCCESS);
  EXPECT_EQ(launch(own, device()), CL_INVALID_PROGRAM_EXECUTABLE);
}
