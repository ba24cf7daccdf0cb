// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers that not all work-items reach: with -g or -cl-opt-disable the command fails with a
// message that names the barrier. Other builds do no harm.
#include <condition_variable>
#include <mutex>

#include "device.h"

namespace kernels {
namespace {

// Calls of a context's notify function.
class Messages {
 public:
  static void CL_CALLBACK notify(const char* text, const void*, size_t, void* user) {
    auto& self = *static_cast<Messages*>(user);
    const std::lock_guard lock(self.mutex_);
    self.all_ += std::string(text) + "\n";
    self.changed_.notify_all();
  }
  // Everything up to the report of the failed command.
  std::string whenCommandFailed() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(60), [&] { return !all_.empty(); });
    return all_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string all_;
};

struct Outcome {
  cl_int status = CL_COMPLETE;
  std::string messages;
};

constexpr size_t kLocal = 70;

class MissingWorkItems : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    cl_platform_id platform = nullptr;
    clGetDeviceInfo(TestDevice::get().id(), CL_DEVICE_PLATFORM, sizeof platform, &platform,
                    nullptr);
    char name[64] = {};
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    if (std::string(name) != "Lanewise") GTEST_SKIP() << "undefined on other platforms";
  }

  static Outcome outcomeOf(const std::string& body, const std::string& options) {
    Messages messages;
    cl_device_id device = TestDevice::get().id();
    cl_int error = CL_SUCCESS;
    cl_context context = clCreateContext(nullptr, 1, &device, Messages::notify, &messages, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    const std::string source = "kernel void k(global int* out) {\n" + body + "\n}\n";
    const char* text = source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(
        clBuildProgram(program, 0, nullptr, ("-cl-std=CL3.0 " + options).c_str(), nullptr, nullptr),
        CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    cl_mem out =
        clCreateBuffer(context, CL_MEM_READ_WRITE, 3 * kLocal * sizeof(cl_int), nullptr, &error);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    const size_t global = 3 * kLocal, local = kLocal;
    cl_event event = nullptr;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, &event),
        CL_SUCCESS);
    clFinish(queue);
    Outcome outcome;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof outcome.status, &outcome.status,
                   nullptr);
    if (outcome.status < 0) outcome.messages = messages.whenCommandFailed();
    clReleaseEvent(event);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return outcome;
  }
};

// The barrier is in the first line of the body.
const char* const kBodies[] = {
    // Some work-items of a vector, whole vectors, all but the last one, only the first one.
    "if (get_local_id(0) % 3) barrier(CLK_LOCAL_MEM_FENCE);\n out[get_global_id(0)] = 1;",
    "if (get_local_id(0) >= 32) barrier(CLK_LOCAL_MEM_FENCE);\n out[get_global_id(0)] = 1;",
    "if (get_local_id(0) != get_local_size(0) - 1) barrier(CLK_LOCAL_MEM_FENCE);\n out[0] = 1;",
    "if (get_local_id(0) == 0) barrier(CLK_LOCAL_MEM_FENCE);\n out[get_global_id(0)] = 1;",
    // In some iterations, and in the second group only.
    "for (int i = 0; i < get_local_id(0) % 5 + 1; ++i) { barrier(CLK_LOCAL_MEM_FENCE); out[0] = i; }",
    "if (get_group_id(0) == 1 && get_local_id(0) > 9) return; barrier(CLK_LOCAL_MEM_FENCE); out[0] = 1;",
};

TEST_P(MissingWorkItems, MakeTheCommandFailInBuildsForDebugging) {
  const std::string body = GetParam();
  SCOPED_TRACE(body);
  for (const char* options : {"-g", "-g -cl-opt-disable"}) {
    const Outcome outcome = outcomeOf(body, options);
    EXPECT_EQ(outcome.status, CL_OUT_OF_RESOURCES) << options;
    EXPECT_NE(outcome.messages.find("kernel 'k' failed: barrier at "), std::string::npos)
        << options << "\n"
        << outcome.messages;
    EXPECT_NE(outcome.messages.find(":2:"), std::string::npos) << outcome.messages;
    EXPECT_NE(outcome.messages.find("in function 'k' is not reached by all work-items"),
              std::string::npos)
        << outcome.messages;
  }
  const Outcome withoutLines = outcomeOf(body, "-cl-opt-disable");
  EXPECT_EQ(withoutLines.status, CL_OUT_OF_RESOURCES);
  EXPECT_NE(withoutLines.messages.find("kernel 'k' failed: barrier 1 of 1 is not reached"),
            std::string::npos)
      << withoutLines.messages;
}

TEST_P(MissingWorkItems, DoNoHarmInOtherBuilds) {
  EXPECT_EQ(outcomeOf(GetParam(), "").status, CL_COMPLETE);
}

INSTANTIATE_TEST_SUITE_P(, MissingWorkItems, testing::ValuesIn(kBodies));

using MissingAtOther = MissingWorkItems;

TEST_P(MissingAtOther, AreFoundWhereTheyWaitAtAnotherBarrierOrFunction) {
  const Outcome outcome = outcomeOf(GetParam(), "-g");
  EXPECT_EQ(outcome.status, CL_OUT_OF_RESOURCES) << GetParam();
  EXPECT_NE(outcome.messages.find("is not reached by all work-items"), std::string::npos)
      << outcome.messages;
}

INSTANTIATE_TEST_SUITE_P(
    , MissingAtOther,
    testing::Values(
        "if (get_local_id(0) < 20) { barrier(CLK_LOCAL_MEM_FENCE); out[0] = 1; }\n"
        "else { barrier(CLK_LOCAL_MEM_FENCE); out[1] = 2; }",
        "int x = 0; if (get_local_id(0) < 20) x = work_group_reduce_add(1);\n"
        "out[get_global_id(0)] = x;",
        "local int ready; if (get_local_id(0) == 0) ready = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "if (get_local_id(0) == 40) atomic_inc(&ready);\n"
        "while (atomic_or(&ready, 0) == 0) ;\n"
        "if (get_local_id(0) < 30) barrier(CLK_LOCAL_MEM_FENCE);\n"
        "out[get_global_id(0)] = 1;"));

using AllReach = MissingWorkItems;

TEST_P(AllReach, InBuildsForDebugging) {
  for (const char* options : {"-g", "-cl-opt-disable", "-g -cl-opt-disable"})
    EXPECT_EQ(outcomeOf(GetParam(), options).status, CL_COMPLETE) << options << "\n" << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    , AllReach,
    testing::Values(
        "for (int i = 0; i < 10; ++i) { barrier(CLK_LOCAL_MEM_FENCE); out[get_global_id(0)] = i;\n"
        "if (i & 1) barrier(CLK_GLOBAL_MEM_FENCE); }",
        "out[get_global_id(0)] = work_group_scan_inclusive_add(1) + work_group_all(1);\n"
        "barrier(CLK_LOCAL_MEM_FENCE);",
        "if (get_group_id(0) == 1) barrier(CLK_LOCAL_MEM_FENCE);\n"
        "else { barrier(CLK_LOCAL_MEM_FENCE); barrier(CLK_LOCAL_MEM_FENCE); } out[0] = 1;"));

}  // namespace
}  // namespace kernels
