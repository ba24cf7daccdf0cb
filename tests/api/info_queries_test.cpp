// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last four parameters of every clGet*Info call, and handles of a wrong type.
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

#include <array>

#include "runtime/base/svm_names.h"

using namespace lanewise::test;

namespace {

struct InfoQueriesTest;

struct Query {
  const char* name;
  const char* handle;  // "code/key" of the condition for an invalid handle
  /// A handle of an object that the test owns.
  void* (*object)(InfoQueriesTest&);
  cl_int (*call)(InfoQueriesTest&, void* object, cl_uint name, size_t size, void* value,
                 size_t* sizeRet);
  cl_uint known;     // a name with a value of ...
  size_t sizeBytes;  // ... this size
};
void PrintTo(const Query& query, std::ostream* out) { *out << query.name; }

struct InfoQueriesTest : CommandBufferTest, ::testing::WithParamInterface<Query> {
  using ProgramTest::context;
  using ProgramTest::device;
  using ProgramTest::kernel;
  using ProgramTest::platform;
  using ProgramTest::program;
  using ProgramTest::queue;
  void expect(const std::string& codeAndKey, cl_int code) {
    expectNamed(GetParam().name, codeAndKey, code);
  }
  cl_int call(void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
    return GetParam().call(*this, object, name, size, value, sizeRet);
  }
  cl_mem buffer() {
    if (!buffer_) buffer_ = makeBuffer(64);
    return buffer_;
  }
  /// The event of a profiled command that is complete.
  cl_event event() {
    if (!event_) {
      profiling_ = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
      cl_event raw = nullptr;
      EXPECT_EQ(clEnqueueMarkerWithWaitList(profiling_, 0, nullptr, &raw), CL_SUCCESS);
      event_ = raw;
      EXPECT_EQ(clFinish(profiling_), CL_SUCCESS);
    }
    return event_;
  }
  cl_semaphore_khr semaphore() {
    const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR,
                                                  CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
    if (!semaphore_)
      semaphore_ =
          Semaphore(LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR)(context(), binary, nullptr));
    return semaphore_;
  }
  cl_command_buffer_khr commands() {
    if (!commands_) commands_ = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
    return commands_;
  }
  cl_mutable_command_khr mutableCommand() {
    if (launch_) return launch_;
    filled_ = fill(buffer(), 1);
    EXPECT_EQ(launch({.buffer = commands(), .handle = &launch_}, filled_, 16, nullptr), CL_SUCCESS);
    return launch_;
  }
  Buffer buffer_;
  Queue profiling_;
  Event event_;
  Semaphore semaphore_;
  CommandBuffer commands_;
  OwnedKernel filled_;
  cl_mutable_command_khr launch_ = nullptr;
};

/// A call of the usual form: handle, name, size, value, returned size.
template <class T, class Name, cl_int(CL_API_CALL* Call)(T, Name, size_t, void*, size_t*)>
cl_int plain(InfoQueriesTest&, void* object, cl_uint name, size_t size, void* value,
             size_t* sizeRet) {
  return Call(static_cast<T>(object), name, size, value, sizeRet);
}

using Of = InfoQueriesTest;
const Query kQueries[] = {
    {"clGetPlatformInfo", "CL_INVALID_PLATFORM/platform-invalid",
     [](Of& test) -> void* { return test.platform(); },
     plain<cl_platform_id, cl_platform_info, clGetPlatformInfo>, CL_PLATFORM_NUMERIC_VERSION,
     sizeof(cl_version)},
    {"clGetDeviceInfo", "CL_INVALID_DEVICE/device-invalid",
     [](Of& test) -> void* { return test.device(); },
     plain<cl_device_id, cl_device_info, clGetDeviceInfo>, CL_DEVICE_VENDOR_ID, sizeof(cl_uint)},
    {"clGetContextInfo", "CL_INVALID_CONTEXT/context-invalid",
     [](Of& test) -> void* { return test.context(); },
     plain<cl_context, cl_context_info, clGetContextInfo>, CL_CONTEXT_NUM_DEVICES, sizeof(cl_uint)},
    {"clGetCommandQueueInfo", "CL_INVALID_COMMAND_QUEUE/invalid-queue",
     [](Of& test) -> void* { return test.queue(); },
     plain<cl_command_queue, cl_command_queue_info, clGetCommandQueueInfo>, CL_QUEUE_CONTEXT,
     sizeof(cl_context)},
    {"clGetMemObjectInfo", "CL_INVALID_MEM_OBJECT/memobj-invalid",
     [](Of& test) -> void* { return test.buffer(); },
     plain<cl_mem, cl_mem_info, clGetMemObjectInfo>, CL_MEM_SIZE, sizeof(size_t)},
    {"clGetProgramInfo", "CL_INVALID_PROGRAM/program-invalid",
     [](Of& test) -> void* { return test.program(); },
     plain<cl_program, cl_program_info, clGetProgramInfo>, CL_PROGRAM_NUM_DEVICES, sizeof(cl_uint)},
    {"clGetProgramBuildInfo", "CL_INVALID_PROGRAM/program-invalid",
     [](Of& test) -> void* { return test.program(); },
     [](Of& test, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return clGetProgramBuildInfo(static_cast<cl_program>(object), test.device(), name, size,
                                    value, sizeRet);
     },
     CL_PROGRAM_BUILD_STATUS, sizeof(cl_build_status)},
    {"clGetKernelInfo", "CL_INVALID_KERNEL/kernel-invalid",
     [](Of& test) -> void* { return test.kernel(); },
     plain<cl_kernel, cl_kernel_info, clGetKernelInfo>, CL_KERNEL_NUM_ARGS, sizeof(cl_uint)},
    {"clGetKernelArgInfo", "CL_INVALID_KERNEL/kernel-invalid",
     [](Of& test) -> void* { return test.kernel(); },
     [](Of&, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return clGetKernelArgInfo(static_cast<cl_kernel>(object), 0, name, size, value, sizeRet);
     },
     CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(cl_kernel_arg_address_qualifier)},
    {"clGetKernelWorkGroupInfo", "CL_INVALID_KERNEL/kernel-invalid",
     [](Of& test) -> void* { return test.kernel(); },
     [](Of& test, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return clGetKernelWorkGroupInfo(static_cast<cl_kernel>(object), test.device(), name, size,
                                       value, sizeRet);
     },
     CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t)},
    {"clGetKernelSubGroupInfo", "CL_INVALID_KERNEL/kernel-invalid",
     [](Of& test) -> void* { return test.kernel(); },
     [](Of& test, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return clGetKernelSubGroupInfo(static_cast<cl_kernel>(object), test.device(), name, 0,
                                      nullptr, size, value, sizeRet);
     },
     CL_KERNEL_MAX_NUM_SUB_GROUPS, sizeof(size_t)},
    {"clGetEventInfo", "CL_INVALID_EVENT/event-invalid",
     [](Of& test) -> void* { return test.event(); }, plain<cl_event, cl_event_info, clGetEventInfo>,
     CL_EVENT_CONTEXT, sizeof(cl_context)},
    {"clGetEventProfilingInfo", "CL_INVALID_EVENT/event-invalid",
     [](Of& test) -> void* { return test.event(); },
     plain<cl_event, cl_profiling_info, clGetEventProfilingInfo>, CL_PROFILING_COMMAND_END,
     sizeof(cl_ulong)},
    {"clGetSemaphoreInfoKHR", "CL_INVALID_SEMAPHORE_KHR/sema_object-invalid",
     [](Of& test) -> void* { return test.semaphore(); },
     [](Of&, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return LW_EXTENSION(clGetSemaphoreInfoKHR)(static_cast<cl_semaphore_khr>(object), name, size,
                                                  value, sizeRet);
     },
     CL_SEMAPHORE_CONTEXT_KHR, sizeof(cl_context)},
    {"clGetCommandBufferInfoKHR", "CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
     [](Of& test) -> void* { return test.commands(); },
     [](Of&, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return LW_EXTENSION(clGetCommandBufferInfoKHR)(static_cast<cl_command_buffer_khr>(object),
                                                      name, size, value, sizeRet);
     },
     CL_COMMAND_BUFFER_CONTEXT_KHR, sizeof(cl_context)},
    {"clGetMutableCommandInfoKHR", "CL_INVALID_MUTABLE_COMMAND_KHR/command-invalid",
     [](Of& test) -> void* { return test.mutableCommand(); },
     [](Of&, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return LW_EXTENSION(clGetMutableCommandInfoKHR)(static_cast<cl_mutable_command_khr>(object),
                                                       name, size, value, sizeRet);
     },
     CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof(cl_uint)},
    {"clGetMemAllocInfoINTEL", "CL_INVALID_CONTEXT/context-invalid",
     [](Of& test) -> void* { return test.context(); },
     [](Of& test, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return LW_EXTENSION(clGetMemAllocInfoINTEL)(static_cast<cl_context>(object), &test, name,
                                                   size, value, sizeRet);
     },
     CL_MEM_ALLOC_SIZE_INTEL, sizeof(size_t)},
    {"clGetSVMPointerInfoKHR", "CL_INVALID_CONTEXT/context-invalid",
     [](Of& test) -> void* { return test.context(); },
     [](Of& test, void* object, cl_uint name, size_t size, void* value, size_t* sizeRet) {
       return LW_EXTENSION(clGetSVMPointerInfoKHR)(static_cast<cl_context>(object), nullptr, &test,
                                                   name, size, value, sizeRet);
     },
     CL_SVM_INFO_SIZE_KHR, sizeof(size_t)},
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllQueries, InfoQueriesTest, ::testing::ValuesIn(kQueries),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(InfoQueriesTest, WriteNoMoreThanTheValue) {
  void* const object = GetParam().object(*this);
  std::array<unsigned char, 32> storage;
  storage.fill(0xa5);
  size_t sizeBytes = 0;
  ASSERT_EQ(call(object, GetParam().known, storage.size(), storage.data(), &sizeBytes), CL_SUCCESS);
  EXPECT_EQ(sizeBytes, GetParam().sizeBytes);
  for (size_t i = sizeBytes; i < storage.size(); ++i) EXPECT_EQ(storage[i], 0xa5) << i;
}

TEST_P(InfoQueriesTest, TellTheSizeAlone) {
  size_t sizeBytes = 0;
  EXPECT_EQ(call(GetParam().object(*this), GetParam().known, 0, nullptr, &sizeBytes), CL_SUCCESS);
  EXPECT_EQ(sizeBytes, GetParam().sizeBytes);
  EXPECT_EQ(call(GetParam().object(*this), GetParam().known, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_P(InfoQueriesTest, InvalidHandle) {
  std::vector<void*> wrong = {ofOtherType<cl_mem>(), releasedBuffer(), releasedContext()};
  // Null is the platform that the implementation chooses.
  if (GetParam().handle != std::string("CL_INVALID_PLATFORM/platform-invalid"))
    wrong.push_back(nullptr);
  for (void* object : wrong) {
    if (object == GetParam().object(*this)) continue;
    expect(GetParam().handle, call(object, GetParam().known, 0, nullptr, nullptr));
  }
}

TEST_P(InfoQueriesTest, InvalidValueForAnUnknownName) {
  expect("CL_INVALID_VALUE/param_name",
         call(GetParam().object(*this), 0x7777, 0, nullptr, nullptr));
}

TEST_P(InfoQueriesTest, InvalidValueForTooLittleRoom) {
  std::array<unsigned char, 32> storage;
  storage.fill(0xa5);
  for (size_t sizeBytes = 0; sizeBytes < GetParam().sizeBytes; ++sizeBytes)
    expect("CL_INVALID_VALUE/param_value_size",
           call(GetParam().object(*this), GetParam().known, sizeBytes, storage.data(), nullptr));
  for (unsigned char byte : storage) EXPECT_EQ(byte, 0xa5);
}
