// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CL_OUT_OF_HOST_MEMORY at every allocation of a call: the call returns it, the process continues,
// and everything works once there is memory again.
#include "tests/api/enqueue_commands.h"
#include "tests/api/failing_memory.h"

using namespace lanewise::test;

namespace {

/// More than the pool of recycled blocks may have (runtime/base/block_pool.cpp).
constexpr int kMostCommands = 20'000;

class EnqueueHostMemoryTest : public EnqueueCommandTest {};

struct HostMemoryTest : ProgramTest {
  void SetUp() override {
    ProgramTest::SetUp();
    if (LW_THREAD_SANITIZER) GTEST_SKIP() << "its operators cannot be replaced";
  }
  /// Runs `make(error)` until it fails, and releases the results with `release`.
  template <class Make, class T>
  void expectCreates(const char* name, Make make, cl_int(CL_API_CALL* release)(T)) {
    std::vector<T> made;
    made.reserve(6000);
    expectHostMemory(name, [&] {
      cl_int code = 12345;
      const T handle = make(&code);
      EXPECT_EQ(handle == nullptr, code != CL_SUCCESS);
      if (handle) made.push_back(handle);
      return code;
    });
    for (T handle : made) release(handle);
    cl_int code = 12345;
    const T handle = make(&code);
    EXPECT_EQ(code, CL_SUCCESS) << "with memory again";
    if (handle) release(handle);
  }
};

void CL_CALLBACK ignoreEvent(cl_event, cl_int, void*) {}
void CL_CALLBACK ignoreContext(cl_context, void*) {}
void CL_CALLBACK ignoreMemory(cl_mem, void*) {}

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllCommands, EnqueueHostMemoryTest, ::testing::ValuesIn(enqueueCommands()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(EnqueueHostMemoryTest, FailsAndTheQueueGoesOn) {
  EnqueueArguments with = good();
  // The call unmaps one mapping each time.
  if (command().type == CL_COMMAND_UNMAP_MEM_OBJECT)
    for (int map = 0; map < kMostCommands + 100; ++map)
      ASSERT_EQ(clEnqueueMapBuffer(queue(), with.buffer, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr,
                                   nullptr, nullptr),
                with.mapped);
  const Event gate = userEvent(context());
  // Commands remain queued, so the memory of completed commands is not reused.
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 1, gate.array(), nullptr), CL_SUCCESS);
  std::vector<cl_event> events;
  events.reserve(kMostCommands + 100);
  expectHostMemory(
      command().name,
      [&] {
        cl_event event = nullptr;
        with.event = command().givesEvent ? &event : nullptr;
        const cl_int code = call(with);
        EXPECT_EQ(code == CL_SUCCESS && command().givesEvent, event != nullptr);
        if (event) events.push_back(event);
        return code;
      },
      kMostCommands);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  // Each wait consumed a signal or is queued for one.
  if (command().needs == Needs::Signal)
    for (size_t wait = 0; wait < events.size(); ++wait) signal(with.semaphore);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  for (cl_event event : events) {
    EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS),
              CL_COMPLETE);
    clReleaseEvent(event);
  }
}

TEST_F(HostMemoryTest, OfContexts) {
  const cl_device_id only = device();
  expectCreates(
      "clCreateContext",
      [&](cl_int* code) { return clCreateContext(nullptr, 1, &only, nullptr, nullptr, code); },
      clReleaseContext);
  expectCreates(
      "clCreateContextFromType",
      [&](cl_int* code) {
        const cl_context_properties us[] = {CL_CONTEXT_PLATFORM,
                                            reinterpret_cast<cl_context_properties>(platform()), 0};
        return clCreateContextFromType(us, CL_DEVICE_TYPE_CPU, nullptr, nullptr, code);
      },
      clReleaseContext);
}

TEST_F(HostMemoryTest, OfQueuesAndUserEvents) {
  const cl_context in = context();
  const cl_device_id on = device();
  expectCreates(
      "clCreateCommandQueue", [&](cl_int* code) { return clCreateCommandQueue(in, on, 0, code); },
      clReleaseCommandQueue);
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                      0};
  expectCreates(
      "clCreateCommandQueueWithProperties",
      [&](cl_int* code) { return clCreateCommandQueueWithProperties(in, on, list, code); },
      clReleaseCommandQueue);
  auto* khr = extensionFunction<std::remove_pointer_t<clCreateCommandQueueWithPropertiesKHR_fn>>(
      "clCreateCommandQueueWithPropertiesKHR");
  expectCreates(
      "clCreateCommandQueueWithPropertiesKHR",
      [&](cl_int* code) { return khr(in, on, list, code); }, clReleaseCommandQueue);
  expectCreates(
      "clCreateUserEvent", [&](cl_int* code) { return clCreateUserEvent(in, code); },
      clReleaseEvent);
}

TEST_F(HostMemoryTest, OfBuffers) {
  const cl_context in = context();
  expectCreates(
      "clCreateBuffer", [&](cl_int* code) { return clCreateBuffer(in, 0, 64, nullptr, code); },
      clReleaseMemObject);
  const cl_mem_properties none[] = {0};
  expectCreates(
      "clCreateBufferWithProperties",
      [&](cl_int* code) { return clCreateBufferWithProperties(in, none, 0, 64, nullptr, code); },
      clReleaseMemObject);
  Buffer parent = makeBuffer(256);
  const cl_buffer_region region{0, 64};
  expectCreates(
      "clCreateSubBuffer",
      [&](cl_int* code) {
        return clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, code);
      },
      clReleaseMemObject);
  expectCreates(
      "clCreatePipe", [&](cl_int* code) { return clCreatePipe(in, 0, 4, 8, nullptr, code); },
      clReleaseMemObject);
}

TEST_F(HostMemoryTest, OfPrograms) {
  const cl_context in = context();
  const char* source = "kernel void a_source_that_is_longer_than_a_small_string() {}";
  expectCreates(
      "clCreateProgramWithSource",
      [&](cl_int* code) { return clCreateProgramWithSource(in, 1, &source, nullptr, code); },
      clReleaseProgram);
  const std::vector<uint32_t> words = fakeModule("ok");
  expectCreates(
      "clCreateProgramWithIL",
      [&](cl_int* code) { return clCreateProgramWithIL(in, words.data(), words.size() * 4, code); },
      clReleaseProgram);
  auto* khr = LW_EXTENSION(clCreateProgramWithILKHR);
  expectCreates(
      "clCreateProgramWithILKHR",
      [&](cl_int* code) { return khr(in, words.data(), words.size() * 4, code); },
      clReleaseProgram);
  size_t sizeBytes = infoOf<size_t>(clGetProgramInfo, program(), CL_PROGRAM_BINARY_SIZES);
  std::vector<unsigned char> binary(sizeBytes);
  unsigned char* bytes = binary.data();
  ASSERT_EQ(clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr),
            CL_SUCCESS);
  const cl_device_id on = device();
  expectCreates(
      "clCreateProgramWithBinary",
      [&](cl_int* code) {
        return clCreateProgramWithBinary(in, 1, &on, &sizeBytes,
                                         const_cast<const unsigned char**>(&bytes), nullptr, code);
      },
      clReleaseProgram);
}

TEST_F(HostMemoryTest, OfKernels) {
  const cl_program of = program();
  expectCreates(
      "clCreateKernel", [&](cl_int* code) { return clCreateKernel(of, "every", code); },
      clReleaseKernel);
  const cl_kernel original = kernel();
  expectCreates(
      "clCloneKernel", [&](cl_int* code) { return clCloneKernel(original, code); },
      clReleaseKernel);
  std::vector<cl_kernel> made;
  made.reserve(20000);
  expectHostMemory("clCreateKernelsInProgram", [&] {
    cl_kernel kernels[3] = {};
    const cl_int code = clCreateKernelsInProgram(of, 3, kernels, nullptr);
    for (cl_kernel each : kernels) {
      EXPECT_EQ(each != nullptr, code == CL_SUCCESS);
      if (each) made.push_back(each);
    }
    return code;
  });
  for (cl_kernel each : made) clReleaseKernel(each);
}

TEST_F(HostMemoryTest, OfBuilds) {
  // A program cannot be built again while it has kernels.
  OwnedProgram own = makeProgram("ok", "without memory");
  expectHostMemory("clBuildProgram", [&] { return build(own, "-cl-mad-enable -w"); });
  EXPECT_EQ(build(own), CL_SUCCESS) << log(own);
  OwnedProgram object = makeProgram("ok", "compiled without memory");
  expectHostMemory("clCompileProgram", [&] { return compile(object, "-cl-mad-enable -w"); });
  ASSERT_EQ(compile(object), CL_SUCCESS) << log(object);
  std::vector<cl_program> made;
  made.reserve(6000);
  const cl_context in = context();
  expectHostMemory("clLinkProgram", [&] {
    cl_int code = 12345;
    const cl_program linked = clLinkProgram(in, 0, nullptr, "-create-library", 1, object.array(),
                                            nullptr, nullptr, &code);
    if (linked) made.push_back(linked);
    return code;
  });
  for (cl_program each : made) clReleaseProgram(each);
  const cl_uint value = 1;
  expectHostMemory("clSetProgramSpecializationConstant", [&] {
    return clSetProgramSpecializationConstant(own, kIntSpec, sizeof value, &value);
  });
}

TEST_F(HostMemoryTest, OfCallbacks) {
  const Event event = clCreateUserEvent(context(), nullptr);
  expectHostMemory("clSetEventCallback",
                   [&] { return clSetEventCallback(event, CL_COMPLETE, ignoreEvent, nullptr); });
  Context own = makeContext();
  expectHostMemory("clSetContextDestructorCallback",
                   [&] { return clSetContextDestructorCallback(own, ignoreContext, nullptr); });
  Buffer buffer = makeBuffer(64);
  expectHostMemory("clSetMemObjectDestructorCallback",
                   [&] { return clSetMemObjectDestructorCallback(buffer, ignoreMemory, nullptr); });
}

TEST_F(HostMemoryTest, OfUnifiedSharedMemory) {
  const cl_context in = context();
  const cl_device_id on = device();
  std::vector<void*> made;
  made.reserve(6000);
  const auto expectMemory = [&](const char* name, auto allocate) {
    expectHostMemory(name, [&] {
      cl_int code = 12345;
      void* const memory = allocate(&code);
      EXPECT_EQ(memory == nullptr, code != CL_SUCCESS);
      if (memory) made.push_back(memory);
      return code;
    });
  };
  auto* ofHost = LW_EXTENSION(clHostMemAllocINTEL);
  auto* ofDevice = LW_EXTENSION(clDeviceMemAllocINTEL);
  auto* shared = LW_EXTENSION(clSharedMemAllocINTEL);
  expectMemory("clHostMemAllocINTEL", [&](cl_int* code) { return ofHost(in, {}, 64, 0, code); });
  expectMemory("clDeviceMemAllocINTEL",
               [&](cl_int* code) { return ofDevice(in, on, {}, 64, 0, code); });
  expectMemory("clSharedMemAllocINTEL",
               [&](cl_int* code) { return shared(in, on, {}, 64, 0, code); });
  auto* free = LW_EXTENSION(clMemFreeINTEL);
  for (void* memory : made) EXPECT_EQ(free(in, memory), CL_SUCCESS);
  // It waits for the existing queues.
  queue();
  void* const kept = ofHost(in, nullptr, 64, 0, nullptr);
  auto* blockingFree = LW_EXTENSION(clMemBlockingFreeINTEL);
  cl_int code = CL_SUCCESS;
  {
    const FailingMemory failing(0);
    code = blockingFree(in, kept);
  }
  EXPECT_CONDITION("clMemBlockingFreeINTEL/CL_OUT_OF_HOST_MEMORY/host-memory", code);
  EXPECT_EQ(blockingFree(in, kept), CL_SUCCESS) << "with memory again";
}

TEST_F(HostMemoryTest, OfSemaphores) {
  const cl_context in = context();
  auto* create = LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR);
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR,
                                                CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
                                                CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                                                CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR,
                                                0};
  expectCreates(
      "clCreateSemaphoreWithPropertiesKHR", [&](cl_int* code) { return create(in, binary, code); },
      releaseSemaphore);
  const Semaphore semaphore(create(in, binary, nullptr));
  // An export is a wait: it needs an event, and the pool has none left.
  ASSERT_EQ(LW_EXTENSION(clEnqueueSignalSemaphoresKHR)(queue(), 1, semaphore.array(), nullptr, 0,
                                                       nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
  auto* exportTo = LW_EXTENSION(clGetSemaphoreHandleForTypeKHR);
  const cl_device_id on = device();
  std::vector<Event> pool;
  pool.reserve(6000);
  int file = 7;
  cl_int code = CL_SUCCESS;
  {
    const FailingMemory failing(0);
    while (cl_event event = clCreateUserEvent(in, nullptr)) pool.emplace_back(event);
    code = exportTo(semaphore, on, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof file, &file, nullptr);
  }
  EXPECT_CONDITION("clGetSemaphoreHandleForTypeKHR/CL_OUT_OF_HOST_MEMORY/host-memory", code);
  EXPECT_EQ(exportTo(semaphore, on, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof file, &file, nullptr),
            CL_SUCCESS)
      << "with memory again";
}

TEST_F(HostMemoryTest, OfCommandBuffers) {
  const cl_command_queue on = queue();
  auto* create = LW_EXTENSION(clCreateCommandBufferKHR);
  const cl_command_buffer_properties_khr changeable[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
  expectCreates(
      "clCreateCommandBufferKHR", [&](cl_int* code) { return create(1, &on, changeable, code); },
      releaseCommandBuffer);
  const CommandBuffer commands(create(1, &on, changeable, nullptr));
  Buffer buffer = makeBuffer(64);
  OwnedKernel fill = makeKernel("fill");
  const cl_int one = 1, two = 2;
  clSetKernelArg(fill, 0, sizeof(cl_mem), buffer.array());
  clSetKernelArg(fill, 1, sizeof one, &one);
  const size_t items = 16;
  cl_mutable_command_khr launch = nullptr;
  ASSERT_EQ(LW_EXTENSION(clCommandNDRangeKernelKHR)(commands, nullptr, nullptr, fill, 1, nullptr,
                                                    &items, nullptr, 0, nullptr, nullptr, &launch),
            CL_SUCCESS);
  ASSERT_EQ(LW_EXTENSION(clFinalizeCommandBufferKHR)(commands), CL_SUCCESS);
  const cl_mutable_dispatch_arg_khr argument{1, sizeof two, &two};
  const cl_mutable_dispatch_config_khr config{launch,  1,       0,       0,       0,      &argument,
                                              nullptr, nullptr, nullptr, nullptr, nullptr};
  const cl_command_buffer_update_type_khr type = CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
  const void* configs[] = {&config};
  auto* update = LW_EXTENSION(clUpdateMutableCommandsKHR);
  expectCreates(
      "clRemapCommandBufferKHR",
      [&](cl_int* code) {
        return LW_EXTENSION(clRemapCommandBufferKHR)(commands, CL_FALSE, 1, &on, 0, nullptr,
                                                     nullptr, code);
      },
      releaseCommandBuffer);
  expectHostMemory("clUpdateMutableCommandsKHR",
                   [&] { return update(commands, 1, &type, configs); });
  EXPECT_EQ(LW_EXTENSION(clEnqueueCommandBufferKHR)(0, nullptr, commands, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents(buffer)[60], 2) << "changed when there was memory again";
}

TEST_F(HostMemoryTest, OfSubDevices) {
  const cl_device_id whole = device();
  std::vector<cl_device_id> made;
  made.reserve(6000);
  expectHostMemory("clCreateSubDevices", [&] {
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_id part = nullptr;
    const cl_int code = clCreateSubDevices(whole, one, 1, &part, nullptr);
    if (part) made.push_back(part);
    return code;
  });
  for (cl_device_id each : made) clReleaseDevice(each);
}

TEST_F(HostMemoryTest, OfQueriesThatMakeLists) {
  const cl_program built = program();
  expectHostMemory("clGetProgramInfo", [&] {
    return clGetProgramInfo(built, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, nullptr);
  });
  const cl_device_id on = device();
  OwnedProgram own = makeProgram();
  ASSERT_EQ(build(own, "-cl-mad-enable -cl-no-signed-zeros"), CL_SUCCESS);
  expectHostMemory("clGetProgramBuildInfo", [&] {
    return clGetProgramBuildInfo(own, on, CL_PROGRAM_BUILD_OPTIONS, 0, nullptr, nullptr);
  });
  expectHostMemory("clGetDeviceInfo",
                   [&] { return clGetDeviceInfo(on, CL_DEVICE_IL_VERSION, 0, nullptr, nullptr); });
}

TEST_F(HostMemoryTest, OfWaitsForEvents) {
  const Event gate = clCreateUserEvent(context(), nullptr);
  const cl_command_queue in = queue();
  expectHostMemory("clEnqueueWaitForEvents",
                   [&] { return clEnqueueWaitForEvents(in, 1, gate.array()); });
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(in), CL_SUCCESS);
}

// oneTBB, which is asked for threads here, does not handle this everywhere.
TEST_F(HostMemoryTest, AFirstFlushWithoutMemoryLeavesNobodyWaiting) {
  const cl_command_queue in = queue();
  for (int allowed = 0; allowed < 20; ++allowed) {
    ASSERT_EQ(clEnqueueMarkerWithWaitList(in, 0, nullptr, nullptr), CL_SUCCESS);
    cl_int code = CL_SUCCESS;
    {
      const FailingMemory failing(allowed);
      code = clFlush(in);
    }
    EXPECT_EQ(code, CL_SUCCESS) << "after " << allowed << " allocations";
  }
  EXPECT_EQ(clFinish(in), CL_SUCCESS);
}
