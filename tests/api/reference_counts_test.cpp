// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clRetain* and clRelease* of every type of object: exact counts, and errors for objects of other
// types.
#include "tests/api/conditions/conditions.h"
#include "tests/api/extension_objects.h"
#include "tests/api/program_fixture.h"

using namespace lanewise::test;

namespace {

struct ReferenceCountsTest;

/// A type of object, with its handles as void*.
struct Kind {
  const char* name;       // as in clRetain<name>
  const char* condition;  // "code/key" of the condition for an invalid handle
  void* (*make)(ReferenceCountsTest&);
  cl_int (*retain)(void*);
  cl_int (*release)(void*);
  cl_uint (*count)(void*);
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

struct ReferenceCountsTest : ProgramTest, ::testing::WithParamInterface<Kind> {
  using ProgramTest::context;
  using ProgramTest::device;
  using ProgramTest::program;
  using ProgramTest::queue;
  std::string id(const char* call) {
    return std::string(call) + GetParam().name + "/" + GetParam().condition;
  }
};

template <class T, cl_int(CL_API_CALL* Call)(T)>
cl_int with(void* handle) {
  return Call(static_cast<T>(handle));
}
template <class T, class Info, cl_int(CL_API_CALL* Call)(T, Info, size_t, void*, size_t*),
          Info Name>
cl_uint countOf(void* handle) {
  return infoOf<cl_uint>(Call, static_cast<T>(handle), Name);
}

const Kind kKinds[] = {
    {"Context", "CL_INVALID_CONTEXT/context-invalid",
     [](ReferenceCountsTest& test) -> void* {
       const cl_device_id only = test.device();
       return clCreateContext(nullptr, 1, &only, nullptr, nullptr, nullptr);
     },
     with<cl_context, clRetainContext>, with<cl_context, clReleaseContext>,
     countOf<cl_context, cl_context_info, clGetContextInfo, CL_CONTEXT_REFERENCE_COUNT>},
    {"CommandQueue", "CL_INVALID_COMMAND_QUEUE/invalid-queue",
     [](ReferenceCountsTest& test) -> void* {
       return clCreateCommandQueueWithProperties(test.context(), test.device(), nullptr, nullptr);
     },
     with<cl_command_queue, clRetainCommandQueue>, with<cl_command_queue, clReleaseCommandQueue>,
     countOf<cl_command_queue, cl_command_queue_info, clGetCommandQueueInfo,
             CL_QUEUE_REFERENCE_COUNT>},
    {"MemObject", "CL_INVALID_MEM_OBJECT/memobj-invalid",
     [](ReferenceCountsTest& test) -> void* {
       return clCreateBuffer(test.context(), 0, 64, nullptr, nullptr);
     },
     with<cl_mem, clRetainMemObject>, with<cl_mem, clReleaseMemObject>,
     countOf<cl_mem, cl_mem_info, clGetMemObjectInfo, CL_MEM_REFERENCE_COUNT>},
    {"Program", "CL_INVALID_PROGRAM/program-invalid",
     [](ReferenceCountsTest& test) -> void* {
       const char* source = "kernel void empty() {}";
       return clCreateProgramWithSource(test.context(), 1, &source, nullptr, nullptr);
     },
     with<cl_program, clRetainProgram>, with<cl_program, clReleaseProgram>,
     countOf<cl_program, cl_program_info, clGetProgramInfo, CL_PROGRAM_REFERENCE_COUNT>},
    {"Kernel", "CL_INVALID_KERNEL/kernel-invalid",
     [](ReferenceCountsTest& test) -> void* {
       return clCreateKernel(test.program(), "fill", nullptr);
     },
     with<cl_kernel, clRetainKernel>, with<cl_kernel, clReleaseKernel>,
     countOf<cl_kernel, cl_kernel_info, clGetKernelInfo, CL_KERNEL_REFERENCE_COUNT>},
    {"Event", "CL_INVALID_EVENT/event-invalid",
     [](ReferenceCountsTest& test) -> void* { return clCreateUserEvent(test.context(), nullptr); },
     with<cl_event, clRetainEvent>, with<cl_event, clReleaseEvent>,
     countOf<cl_event, cl_event_info, clGetEventInfo, CL_EVENT_REFERENCE_COUNT>},
    {"Device", "CL_INVALID_DEVICE/device-invalid",
     [](ReferenceCountsTest& test) -> void* {
       const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
       cl_device_id made = nullptr;
       EXPECT_EQ(clCreateSubDevices(test.device(), parts, 1, &made, nullptr), CL_SUCCESS);
       return made;
     },
     with<cl_device_id, clRetainDevice>, with<cl_device_id, clReleaseDevice>,
     countOf<cl_device_id, cl_device_info, clGetDeviceInfo, CL_DEVICE_REFERENCE_COUNT>},
    {"SemaphoreKHR", "CL_INVALID_SEMAPHORE_KHR/sema_object-invalid",
     [](ReferenceCountsTest& test) -> void* {
       const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR,
                                                     CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
       return LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR)(test.context(), binary, nullptr);
     },
     [](void* handle) {
       return LW_EXTENSION(clRetainSemaphoreKHR)(static_cast<cl_semaphore_khr>(handle));
     },
     with<cl_semaphore_khr, releaseSemaphore>,
     [](void* handle) {
       return infoOf<cl_uint>(LW_EXTENSION(clGetSemaphoreInfoKHR),
                              static_cast<cl_semaphore_khr>(handle),
                              CL_SEMAPHORE_REFERENCE_COUNT_KHR);
     }},
    {"CommandBufferKHR", "CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
     [](ReferenceCountsTest& test) -> void* {
       const cl_command_queue one = test.queue();
       return LW_EXTENSION(clCreateCommandBufferKHR)(1, &one, nullptr, nullptr);
     },
     [](void* handle) {
       return LW_EXTENSION(clRetainCommandBufferKHR)(static_cast<cl_command_buffer_khr>(handle));
     },
     with<cl_command_buffer_khr, releaseCommandBuffer>,
     [](void* handle) {
       return infoOf<cl_uint>(LW_EXTENSION(clGetCommandBufferInfoKHR),
                              static_cast<cl_command_buffer_khr>(handle),
                              CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR);
     }},
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllKinds, ReferenceCountsTest, ::testing::ValuesIn(kKinds),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(ReferenceCountsTest, CountToTheNumber) {
  const Kind& kind = GetParam();
  void* const object = kind.make(*this);
  ASSERT_NE(object, nullptr);
  for (cl_uint count = 1; count < 5; ++count) {
    EXPECT_EQ(kind.count(object), count);
    EXPECT_EQ(kind.retain(object), CL_SUCCESS);
  }
  for (cl_uint count = 5; count > 1; --count) {
    EXPECT_EQ(kind.count(object), count);
    EXPECT_EQ(kind.release(object), CL_SUCCESS);
  }
  EXPECT_EQ(kind.count(object), 1u);
  EXPECT_EQ(kind.release(object), CL_SUCCESS);
}

TEST_P(ReferenceCountsTest, RefuseWhatIsNoSuchObject) {
  const Kind& kind = GetParam();
  for (const Kind& other : kKinds) {
    if (std::string(other.name) == kind.name) continue;
    void* const wrong = other.make(*this);
    EXPECT_CONDITION(id("clRetain"), kind.retain(wrong));
    EXPECT_CONDITION(id("clRelease"), kind.release(wrong));
    EXPECT_EQ(other.count(wrong), 1u) << "of a " << other.name;
    EXPECT_EQ(other.release(wrong), CL_SUCCESS);
  }
  EXPECT_CONDITION(id("clRetain"), kind.retain(nullptr));
  EXPECT_CONDITION(id("clRelease"), kind.release(nullptr));
  EXPECT_CONDITION(id("clRetain"), kind.retain(platform()));
  EXPECT_CONDITION(id("clRelease"), kind.release(platform()));
}

TEST_P(ReferenceCountsTest, RefuseAReleasedObject) {
  const Kind& kind = GetParam();
  void* const object = kind.make(*this);
  ASSERT_EQ(kind.release(object), CL_SUCCESS);
  for (int time = 0; time < 3; ++time) {
    EXPECT_CONDITION(id("clRelease"), kind.release(object));
    EXPECT_CONDITION(id("clRetain"), kind.retain(object));
  }
}

struct RootDeviceTest : ApiTest {};

TEST_F(RootDeviceTest, IsNotCounted) {
  for (auto* call : {clRetainDevice, clReleaseDevice, clReleaseDevice}) {
    EXPECT_EQ(call(device()), CL_SUCCESS);
    EXPECT_EQ(infoOf<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_REFERENCE_COUNT), 1u);
  }
}
