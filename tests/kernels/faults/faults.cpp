// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that access invalid memory, with every kind of wrong address: the command
// fails, and everything else goes on. Each kind of fault on each kind of thread and queue.
#include "faults/faulty_kernels.h"
#include "runtime/workers/fp_environment.h"

#include <atomic>
#include <future>
#include <thread>

namespace kernels {
namespace {

enum Runs { kInFinish, kOnQueueThread, kOnAllThreads };
enum Through { kInOrder, kOutOfOrder, kCommandBuffer, kCommandBufferOutOfOrder };

// x86-64 does not tell addresses that no pointer has. On AArch64 the upper byte is no part of an
// address.
#if defined(__x86_64__)
constexpr const char* kInvalidAccess = "access to an invalid or misaligned address (SIGSEGV)";
#else
constexpr const char* kInvalidAccess = "write to unmapped memory at 0 (SIGSEGV)";
#endif

struct Fault {
  const char* kernel;
  enum { kForbidden, kNull, kInvalid, kEmpty } value;
  const char* message;
};
const Fault kFaults[] = {
    {"store", Fault::kForbidden, "write to protected memory at 0x"},
    {"store", Fault::kNull, "write to unmapped memory at 0x"},
    {"store", Fault::kInvalid, kInvalidAccess},
    {"store", Fault::kEmpty, "access to memory without contents at 0x"},
    {"load", Fault::kForbidden, "read of protected memory at 0x"},
    {"load", Fault::kEmpty, "(SIGBUS)"},
    {"behind_barrier", Fault::kForbidden, "write to protected memory at 0x"},
    {"long_store", Fault::kForbidden, "write to protected memory at 0x"},
    {"print", Fault::kForbidden, "read of protected memory at 0x"},
    {"print", Fault::kNull, "read of unmapped memory at 0x"},
    {"print", Fault::kEmpty, "(SIGBUS) by printf"},
    {"trap", Fault::kNull, "__builtin_trap() (SIGSEGV)"},
};

class FaultMatrix : public FaultTest,
                    public testing::WithParamInterface<std::tuple<size_t, Runs, Through>> {
 protected:
  const Fault& fault() const { return kFaults[std::get<0>(GetParam())]; }
  Runs runs() const { return std::get<1>(GetParam()); }
  bool outOfOrder() const { return std::get<2>(GetParam()) % 2; }
  bool recorded() const { return std::get<2>(GetParam()) >= kCommandBuffer; }

  cl_ulong value() const {
    switch (fault().value) {
      case Fault::kForbidden: return forbidden_.address();
      case Fault::kNull: return 16;
      case Fault::kInvalid: return cl_ulong{1} << 62;
      default: return empty_.address();
    }
  }
  template <class Function>
  Function* extension(const char* name) {
    return reinterpret_cast<Function*>(clGetExtensionFunctionAddressForPlatform(platform_, name));
  }
  cl_event enqueueRecorded(size_t items, cl_ulong at) {
    cl_command_queue on = queue(outOfOrder());
    cl_int error = CL_SUCCESS;
    auto create = extension<decltype(clCreateCommandBufferKHR)>("clCreateCommandBufferKHR");
    auto record = extension<decltype(clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");
    auto finalize = extension<decltype(clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR");
    auto run = extension<decltype(clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
    auto release = extension<decltype(clReleaseCommandBufferKHR)>("clReleaseCommandBufferKHR");
    cl_command_buffer_khr buffer = create(1, &on, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const size_t local = kLocal;
    for (const char* name : {"good", fault().kernel, "good"}) {
      cl_kernel launched = kernel(name, value(), at);
      EXPECT_EQ(record(buffer, nullptr, nullptr, launched, 1, nullptr, &items, &local, 0, nullptr,
                       nullptr, nullptr),
                CL_SUCCESS);
      clReleaseKernel(launched);
    }
    EXPECT_EQ(finalize(buffer), CL_SUCCESS);
    cl_event event = nullptr;
    EXPECT_EQ(run(0, nullptr, buffer, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(release(buffer), CL_SUCCESS);
    return event;
  }
  cl_event enqueueFault() {
    const size_t items = runs() == kOnAllThreads ? kMostItems : kItems;
    // On all threads, the last groups fail: others have begun.
    const cl_ulong at = runs() == kOnAllThreads ? items - 1000 : 130;
    if (recorded()) return enqueueRecorded(items, at);
    return enqueue(queue(outOfOrder()), fault().kernel, value(), at, items);
  }
  /// Until the event is complete, without a thread that waits in the platform.
  static void waitElsewhere(cl_event event) {
    std::promise<void> done;
    clSetEventCallback(
        event, CL_COMPLETE,
        [](cl_event, cl_int, void* user) { static_cast<std::promise<void>*>(user)->set_value(); },
        &done);
    done.get_future().wait();
  }

  ForbiddenPage forbidden_;
  EmptyMapping empty_;
};

TEST_P(FaultMatrix, FailsTheCommandAndNothingElse) {
  cl_command_queue on = queue(outOfOrder());
  ASSERT_TRUE(works(on, 3));
  cl_event event = enqueueFault();
  if (runs() == kInFinish) {
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
  } else {
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
    waitElsewhere(event);
  }
  EXPECT_EQ(statusOnce(event), CL_OUT_OF_RESOURCES);
  const std::string messages = messages_.take();
  EXPECT_NE(messages.find(std::string("kernel '") + fault().kernel + "' failed: "),
            std::string::npos)
      << messages;
  EXPECT_NE(messages.find(fault().message), std::string::npos) << messages;
  // The notify function was called again, for the failed command.
  EXPECT_EQ(std::ranges::count(messages, '\n'), 1) << messages;
  EXPECT_NE(messages.find(", in work-group"), std::string::npos) << messages;
  if (std::string(fault().message).ends_with("0x")) {
    char address[32];
    std::snprintf(address, sizeof address, "at %#lx (", static_cast<unsigned long>(value()));
    EXPECT_NE(messages.find(address), std::string::npos) << messages;
  }
  EXPECT_TRUE(works(on, 4));
}

INSTANTIATE_TEST_SUITE_P(, FaultMatrix,
                         testing::Combine(testing::Range(size_t{0}, std::size(kFaults)),
                                          testing::Values(kInFinish, kOnQueueThread, kOnAllThreads),
                                          testing::Values(kInOrder, kOutOfOrder, kCommandBuffer,
                                                          kCommandBufferOutOfOrder)));

struct Faults : FaultTest {
  /// What the notify function gets about a launch of this kernel, which fails.
  std::string messagesOf(const char* kernel, cl_ulong value) {
    const cl_event event = enqueue(queue(), kernel, value, 130);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(statusOnce(event), CL_OUT_OF_RESOURCES) << kernel;
    return messages_.take();
  }

  ForbiddenPage forbidden_;
};

TEST_F(Faults, AThousandLaunchesWorkAfterAThousandFaults) {
  for (int round = 0; round < 1000; ++round) {
    cl_event event = enqueue(queue(round % 2), "store", forbidden_.address(), round % kItems);
    ASSERT_EQ(clFinish(queue(round % 2)), CL_SUCCESS);
    ASSERT_EQ(statusOnce(event), CL_OUT_OF_RESOURCES);
  }
  for (int round = 0; round < 1000; ++round) ASSERT_TRUE(works(queue(round % 2), round));
}

TEST_F(Faults, TheMessageHasTheSourceLineIfThereIsDebugInformation) {
  for (const char* options : {"-g", "-g -cl-opt-disable"}) {
    buildProgram(options);
    const std::string messages = messagesOf("store", forbidden_.address());
    EXPECT_NE(messages.find(", at program.cl:4, instruction 0x"), std::string::npos)
        << options << "\n"
        << messages;
  }
  buildProgram("");
  EXPECT_EQ(messagesOf("store", forbidden_.address()).find("program.cl"), std::string::npos);
}

// The body of a kernel that another one calls lost its lines.
TEST_F(Faults, InAKernelThatIsCalledHaveALine) {
  buildProgram("-g");
  for (const char* kernel : {"called", "calls"}) {
    const std::string messages = messagesOf(kernel, forbidden_.address());
    EXPECT_NE(messages.find(", at program.cl:40, instruction 0x"), std::string::npos)
        << kernel << "\n"
        << messages;
  }
}

TEST_F(Faults, InABlockHaveALine) {
  const char* source = R"(
kernel void store_in_block(global int* out, ulong address, ulong at) {
  if (get_global_id(0) != at) return;
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
    out[0] = 1;
    *(global int*)address = 4;
  });
})";
  clReleaseProgram(program_);
  program_ = clCreateProgramWithSource(context_, 1, &source, nullptr, nullptr);
  ASSERT_EQ(clBuildProgram(program_, 0, nullptr, "-cl-std=CL3.0 -g", nullptr, nullptr), CL_SUCCESS);
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES,
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  const cl_command_queue onDevice =
      clCreateCommandQueueWithProperties(context_, TestDevice::get().id(), properties, nullptr);
  ASSERT_NE(onDevice, nullptr);
  const std::string messages = messagesOf("store_in_block", forbidden_.address());
  EXPECT_NE(messages.find(", at program.cl:6, instruction 0x"), std::string::npos) << messages;
  EXPECT_EQ(clReleaseCommandQueue(onDevice), CL_SUCCESS);
}

// cl_khr_spirv_extended_debug_info: the debug information of a module that another compiler made.
TEST_F(Faults, TheMessageHasTheSourceLineOfAModuleWithDebugInformation) {
  ASSERT_TRUE(TestDevice::get().hasExtension("cl_khr_spirv_extended_debug_info"));
  const std::vector<char> module = readModule("faults/debug/lines");
  for (const char* options : {"-g", "-g -cl-opt-disable", ""}) {
    clReleaseProgram(program_);
    program_ = clCreateProgramWithIL(context_, module.data(), module.size(), nullptr);
    ASSERT_EQ(clBuildProgram(program_, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
    const std::string messages = messagesOf("store_at", forbidden_.address());
    EXPECT_EQ(messages.find("lines.cl:7, instruction 0x") != std::string::npos, *options != 0)
        << options << "\n"
        << messages;
  }
}

// An invalid string of %s ended the process.
TEST_F(Faults, OfPrintfNameTheLineOfItsCall) {
  buildProgram("-g");
  const std::string messages = messagesOf("print", 16);
  EXPECT_NE(messages.find("read of unmapped memory at 0x10 (SIGSEGV) by printf, in work-group"),
            std::string::npos)
      << messages;
  EXPECT_NE(messages.find(", at program.cl:21, instruction 0x"), std::string::npos) << messages;
}

TEST_F(Faults, CommandsBehindTheFailedOneRun) {
  cl_event failed = enqueue(queue(), "store", forbidden_.address());
  cl_event next = enqueue(queue(), "good", 9);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(statusOnce(failed), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(statusOnce(next), CL_COMPLETE);
}

TEST_F(Faults, CommandsThatWaitForTheFailedOneFail) {
  cl_event failed = enqueue(queue(true), "store", forbidden_.address());
  cl_event next = nullptr;
  const cl_int pattern = 1;
  EXPECT_EQ(
      clEnqueueFillBuffer(queue(true), out_, &pattern, sizeof pattern, 0, 64, 1, &failed, &next),
      CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &next), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  clReleaseEvent(failed);
  EXPECT_EQ(statusOnce(next), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

TEST_F(Faults, OtherWorkGroupsOfTheLaunchEndEarly) {
  // All work-groups fail: each chunk of work-groups ends at its first one.
  cl_event event = enqueue(queue(), "long_store", forbidden_.address(), 0, kMostItems);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(statusOnce(event), CL_OUT_OF_RESOURCES);
  const std::string messages = messages_.take();
  EXPECT_EQ(messages.find("kernel '"), messages.rfind("kernel '")) << messages;
}

// The rest of the launch took a chunk at a time, which did nothing.
TEST_F(Faults, TheEndDoesNotDependOnTheNumberOfWorkGroups) {
  cl_event event = enqueue(queue(), "long_store", forbidden_.address(), 4096, size_t{1} << 44);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  EXPECT_EQ(statusOnce(event), CL_OUT_OF_RESOURCES);
}

TEST_F(Faults, ThreadsThatFailAtTheSameTimeAreIndependent) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int number = 0; number < 4; ++number)
    threads.emplace_back([&, number] {
      cl_command_queue own =
          clCreateCommandQueueWithProperties(context_, TestDevice::get().id(), nullptr, nullptr);
      for (int round = 0; round < 50; ++round) {
        const bool fails = (round + number) % 2;
        cl_event event =
            fails ? enqueue(own, "store", forbidden_.address()) : enqueue(own, "good", round);
        clFinish(own);
        wrong += statusOnce(event) != (fails ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
      }
      clReleaseCommandQueue(own);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(Faults, ADivisionByZeroIsNone) {
  for (const cl_ulong by : {cl_ulong{0}, cl_ulong{0xffffffff}}) {
    cl_event event = enqueue(queue(), "divide", by, 130);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(statusOnce(event), CL_COMPLETE);
  }
}

TEST_F(Faults, TheFloatingPointEnvironmentOfTheThreadIsAsBefore) {
  const auto before = lanewise::FpControl::read();
  cl_event event = enqueue(queue(), "store", forbidden_.address());
  clFinish(queue());
  EXPECT_EQ(statusOnce(event), CL_OUT_OF_RESOURCES);
  const auto changed = lanewise::FpControl::read() ^ before;
  EXPECT_EQ(changed & ~lanewise::FpControl::kStickyFlags, 0u);
}

}  // namespace
}  // namespace kernels
