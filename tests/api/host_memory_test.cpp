// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CL_OUT_OF_HOST_MEMORY, at every allocation that a call makes: the call says so, nothing ends the
// process, and everything works once there is memory again.
#include "tests/api/enqueue_commands.h"
#include "tests/api/failing_memory.h"

#include <future>

using namespace lanewise::test;

namespace {

class EnqueueHostMemoryTest : public EnqueueCommandTest {};

struct HostMemoryTest : ProgramTest {
  /// Runs `make(error)` until it fails, and gives back what it made with `release`.
  template <class Make, class T>
  void expectCreates(const char* name, Make make, cl_int(CL_API_CALL* release)(T)) {
    std::vector<T> made;
    made.reserve(6000);
    expectHostMemory(std::string(name) + "/CL_OUT_OF_HOST_MEMORY/host-memory", [&] {
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

TEST_P(EnqueueHostMemoryTest, failsAndTheQueueGoesOn) {
  EnqueueArguments with = good();
  // The call undoes a map each time.
  if (command().type == CL_COMMAND_UNMAP_MEM_OBJECT)
    for (int map = 0; map < 5100; ++map)
      ASSERT_EQ(clEnqueueMapBuffer(queue(), with.buffer, CL_TRUE, CL_MAP_READ, 0, 1, 0, nullptr,
                                   nullptr, nullptr),
                with.mapped);
  const Event gate = userEvent(context());
  // Commands stay queued, so that no memory of finished ones is reused.
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 1, gate.array(), nullptr), CL_SUCCESS);
  std::vector<cl_event> events;
  events.reserve(6000);
  expectHostMemory(id("CL_OUT_OF_HOST_MEMORY/host-memory"), [&] {
    cl_event event = nullptr;
    with.event = command().givesEvent ? &event : nullptr;
    const cl_int code = call(with);
    EXPECT_EQ(code == CL_SUCCESS && command().givesEvent, event != nullptr);
    if (event) events.push_back(event);
    return code;
  });
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
  for (cl_event event : events) {
    EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS),
              CL_COMPLETE);
    clReleaseEvent(event);
  }
}

TEST_F(HostMemoryTest, ofContexts) {
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

TEST_F(HostMemoryTest, ofQueuesAndUserEvents) {
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
  auto* khr = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(),
                                               "clCreateCommandQueueWithPropertiesKHR"));
  expectCreates(
      "clCreateCommandQueueWithPropertiesKHR",
      [&](cl_int* code) { return khr(in, on, list, code); }, clReleaseCommandQueue);
  expectCreates(
      "clCreateUserEvent", [&](cl_int* code) { return clCreateUserEvent(in, code); },
      clReleaseEvent);
}

TEST_F(HostMemoryTest, ofBuffers) {
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
}

TEST_F(HostMemoryTest, ofPrograms) {
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
  auto* khr = reinterpret_cast<decltype(clCreateProgramWithILKHR)*>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clCreateProgramWithILKHR"));
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

TEST_F(HostMemoryTest, ofKernels) {
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
  expectHostMemory("clCreateKernelsInProgram/CL_OUT_OF_HOST_MEMORY/host-memory", [&] {
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

TEST_F(HostMemoryTest, ofBuilds) {
  // Every kernel of a program is gone, or it could not be built again.
  OwnedProgram own = makeProgram("ok", "without memory");
  expectHostMemory("clBuildProgram/CL_OUT_OF_HOST_MEMORY/host-memory",
                   [&] { return build(own, "-cl-mad-enable -w"); });
  EXPECT_EQ(build(own), CL_SUCCESS) << log(own);
  OwnedProgram object = makeProgram("ok", "compiled without memory");
  expectHostMemory("clCompileProgram/CL_OUT_OF_HOST_MEMORY/host-memory",
                   [&] { return compile(object, "-cl-mad-enable -w"); });
  ASSERT_EQ(compile(object), CL_SUCCESS) << log(object);
  std::vector<cl_program> made;
  made.reserve(6000);
  const cl_context in = context();
  expectHostMemory("clLinkProgram/CL_OUT_OF_HOST_MEMORY/host-memory", [&] {
    cl_int code = 12345;
    const cl_program linked = clLinkProgram(in, 0, nullptr, "-create-library", 1, object.array(),
                                            nullptr, nullptr, &code);
    if (linked) made.push_back(linked);
    return code;
  });
  for (cl_program each : made) clReleaseProgram(each);
  const cl_uint value = 1;
  expectHostMemory("clSetProgramSpecializationConstant/CL_OUT_OF_HOST_MEMORY/host-memory", [&] {
    return clSetProgramSpecializationConstant(own, kIntSpec, sizeof value, &value);
  });
}

TEST_F(HostMemoryTest, ofCallbacks) {
  const Event event = clCreateUserEvent(context(), nullptr);
  expectHostMemory("clSetEventCallback/CL_OUT_OF_HOST_MEMORY/host-memory",
                   [&] { return clSetEventCallback(event, CL_COMPLETE, ignoreEvent, nullptr); });
  Context own = makeContext();
  expectHostMemory("clSetContextDestructorCallback/CL_OUT_OF_HOST_MEMORY/host-memory",
                   [&] { return clSetContextDestructorCallback(own, ignoreContext, nullptr); });
  Buffer buffer = makeBuffer(64);
  expectHostMemory("clSetMemObjectDestructorCallback/CL_OUT_OF_HOST_MEMORY/host-memory",
                   [&] { return clSetMemObjectDestructorCallback(buffer, ignoreMemory, nullptr); });
}

TEST_F(HostMemoryTest, ofSubDevices) {
  const cl_device_id whole = device();
  std::vector<cl_device_id> made;
  made.reserve(6000);
  expectHostMemory("clCreateSubDevices/CL_OUT_OF_HOST_MEMORY/host-memory", [&] {
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
    cl_device_id part = nullptr;
    const cl_int code = clCreateSubDevices(whole, one, 1, &part, nullptr);
    if (part) made.push_back(part);
    return code;
  });
  for (cl_device_id each : made) clReleaseDevice(each);
}

TEST_F(HostMemoryTest, ofQueriesThatMakeLists) {
  const cl_context of = context();
  const auto expect = [&](const char* name, auto query) {
    expectHostMemory(std::string(name) + "/CL_OUT_OF_HOST_MEMORY/host-memory", query);
  };
  expect("clGetContextInfo",
         [&] { return clGetContextInfo(of, CL_CONTEXT_DEVICES, 0, nullptr, nullptr); });
  const cl_program built = program();
  expect("clGetProgramInfo",
         [&] { return clGetProgramInfo(built, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, nullptr); });
  const cl_device_id on = device();
  OwnedProgram own = makeProgram();
  ASSERT_EQ(build(own, "-cl-mad-enable -cl-no-signed-zeros"), CL_SUCCESS);
  expect("clGetProgramBuildInfo", [&] {
    return clGetProgramBuildInfo(own, on, CL_PROGRAM_BUILD_OPTIONS, 0, nullptr, nullptr);
  });
  expect("clGetDeviceInfo",
         [&] { return clGetDeviceInfo(on, CL_DEVICE_IL_VERSION, 0, nullptr, nullptr); });
}

TEST_F(HostMemoryTest, ofWaitsForEvents) {
  const Event gate = clCreateUserEvent(context(), nullptr);
  const cl_command_queue in = queue();
  expectHostMemory("clEnqueueWaitForEvents/CL_OUT_OF_HOST_MEMORY/host-memory",
                   [&] { return clEnqueueWaitForEvents(in, 1, gate.array()); });
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(in), CL_SUCCESS);
}

// What untestable.csv says of these calls: they cannot run out of memory, for they need none.
TEST_F(HostMemoryTest, isNotNeededBy) {
  const cl_context ofContext = context();
  const cl_command_queue ofQueue = queue();
  const cl_kernel ofKernel = kernel();
  OwnedKernel fill = makeKernel("fill");
  const cl_program ofProgram = program();
  const cl_device_id on = device();
  const cl_platform_id us = platform();
  Buffer buffer = makeBuffer(64);
  const cl_int value = 1;
  const cl_event user = clCreateUserEvent(ofContext, nullptr);
  Event event(user);
  // Posting a callback needs none either.
  std::promise<cl_int> told;
  ASSERT_EQ(clSetEventCallback(
                user, CL_COMPLETE,
                [](cl_event, cl_int status, void* promise) {
                  static_cast<std::promise<cl_int>*>(promise)->set_value(status);
                },
                &told),
            CL_SUCCESS);
  unsigned char room[64];
  size_t size = 0;
  cl_ulong stamp = 0;
  cl_uint count = 0;
  cl_int codes[64] = {};
  size_t calls = 0;
  {
    const FailingMemory failing(0);
    for (auto code : {clGetPlatformIDs(0, nullptr, &count),
                      clGetDeviceIDs(us, CL_DEVICE_TYPE_ALL, 0, nullptr, &count),
                      clGetPlatformInfo(us, CL_PLATFORM_NAME, sizeof room, room, &size),
                      clGetHostTimer(on, &stamp),
                      clGetDeviceAndHostTimer(on, &stamp, &stamp),
                      clGetCommandQueueInfo(ofQueue, CL_QUEUE_DEVICE, sizeof room, room, &size),
                      clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof room, room, &size),
                      clGetKernelInfo(ofKernel, CL_KERNEL_FUNCTION_NAME, sizeof room, room, &size),
                      clGetKernelArgInfo(ofKernel, 0, CL_KERNEL_ARG_NAME, sizeof room, room, &size),
                      clGetKernelWorkGroupInfo(ofKernel, on, CL_KERNEL_WORK_GROUP_SIZE, sizeof room,
                                               room, &size),
                      clGetEventInfo(user, CL_EVENT_CONTEXT, sizeof room, room, &size),
                      clSetKernelArg(fill, 0, sizeof(cl_mem), buffer.array()),
                      clSetKernelArg(fill, 1, sizeof value, &value),
                      clRetainContext(ofContext),
                      clReleaseContext(ofContext),
                      clRetainCommandQueue(ofQueue),
                      clReleaseCommandQueue(ofQueue),
                      clRetainMemObject(buffer),
                      clReleaseMemObject(buffer),
                      clRetainProgram(ofProgram),
                      clReleaseProgram(ofProgram),
                      clRetainKernel(ofKernel),
                      clReleaseKernel(ofKernel),
                      clRetainEvent(user),
                      clReleaseEvent(user),
                      clRetainDevice(on),
                      clReleaseDevice(on),
                      clFlush(ofQueue),
                      clFinish(ofQueue),
                      clSetUserEventStatus(user, CL_COMPLETE),
                      clWaitForEvents(1, &user)})
      codes[calls++] = code;
    EXPECT_FALSE(FailingMemory::happened());
  }
  for (size_t i = 0; i < calls; ++i) EXPECT_EQ(codes[i], CL_SUCCESS) << "call " << i;
  EXPECT_EQ(told.get_future().get(), CL_COMPLETE);
}
