// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls that cannot run out of memory according to conditions/untestable.csv, because they need
// none. (tests/tables compares the names.)
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/failing_memory.h"
#include "tests/api/library.h"

#include "runtime/base/svm_names.h"

#include <future>

using namespace lanewise::test;

namespace {

struct NoHostMemoryTest : CommandBufferTest {
  template <class Result, class... Parameters, class... Arguments>
  static void expectNone(const char* name, Result (*call)(Parameters...), Arguments... arguments) {
    cl_int code = CL_SUCCESS;
    bool asked = false;
    {
      const FailingMemory failing(0);
      code = call(arguments...);
      asked = FailingMemory::happened();
    }
    EXPECT_EQ(code, CL_SUCCESS) << name;
    EXPECT_FALSE(asked) << name;
  }
  unsigned char storage[64] = {};
  size_t size = 0;
  cl_uint count = 0;
};

}  // namespace

TEST_F(NoHostMemoryTest, ForPlatformAndDevice) {
  cl_platform_id us = platform();
  const cl_device_id on = device();
  cl_ulong stamp = 0;
  expectNone("clGetPlatformIDs", clGetPlatformIDs, 0, nullptr, &count);
  expectNone("clIcdGetPlatformIDsKHR",
             exported<decltype(clIcdGetPlatformIDsKHR)>("clIcdGetPlatformIDsKHR"), 0, nullptr,
             &count);
  expectNone("clGetPlatformInfo", clGetPlatformInfo, us, CL_PLATFORM_NAME, sizeof storage, storage,
             &size);
  expectNone("clGetDeviceIDs", clGetDeviceIDs, us, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  expectNone("clGetHostTimer", clGetHostTimer, on, &stamp);
  expectNone("clGetDeviceAndHostTimer", clGetDeviceAndHostTimer, on, &stamp, &stamp);
  expectNone("clRetainDevice", clRetainDevice, on);
  expectNone("clReleaseDevice", clReleaseDevice, on);
}

TEST_F(NoHostMemoryTest, ForContextQueueAndMemory) {
  const cl_context in = context();
  const cl_command_queue of = queue();
  const Buffer owned = makeBuffer(64);
  const cl_mem buffer = owned;
  void* const usm = LW_EXTENSION(clHostMemAllocINTEL)(in, nullptr, 64, 0, nullptr);
  expectNone("clGetContextInfo", clGetContextInfo, in, CL_CONTEXT_DEVICES, sizeof storage, storage,
             &size);
  expectNone("clRetainContext", clRetainContext, in);
  expectNone("clReleaseContext", clReleaseContext, in);
  expectNone("clGetSupportedImageFormats", clGetSupportedImageFormats, in, CL_MEM_READ_WRITE,
             CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  expectNone("clRetainCommandQueue", clRetainCommandQueue, of);
  expectNone("clReleaseCommandQueue", clReleaseCommandQueue, of);
  expectNone("clGetCommandQueueInfo", clGetCommandQueueInfo, of, CL_QUEUE_DEVICE, sizeof storage,
             storage, &size);
  expectNone("clFlush", clFlush, of);
  expectNone("clFinish", clFinish, of);
  expectNone("clRetainMemObject", clRetainMemObject, buffer);
  expectNone("clReleaseMemObject", clReleaseMemObject, buffer);
  expectNone("clGetMemObjectInfo", clGetMemObjectInfo, buffer, CL_MEM_SIZE, sizeof storage, storage,
             &size);
  expectNone("clGetMemAllocInfoINTEL", LW_EXTENSION(clGetMemAllocInfoINTEL), in, usm,
             CL_MEM_ALLOC_SIZE_INTEL, sizeof storage, storage, &size);
  expectNone("clMemFreeINTEL", LW_EXTENSION(clMemFreeINTEL), in, usm);
}

TEST_F(NoHostMemoryTest, ForImagesAndSamplers) {
  if (!infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT)) GTEST_SKIP();
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const Buffer owned(clCreateImage(context(), 0, &format, &description, nullptr, nullptr));
  const cl_mem image = owned;
  const Owned<cl_sampler, clReleaseSampler> any(
      clCreateSamplerWithProperties(context(), nullptr, nullptr));
  const cl_sampler sampler = any;
  expectNone("clGetImageInfo", clGetImageInfo, image, CL_IMAGE_WIDTH, sizeof storage, storage,
             &size);
  expectNone("clGetSamplerInfo", clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE, sizeof storage,
             storage, &size);
  expectNone("clRetainSampler", clRetainSampler, sampler);
  expectNone("clReleaseSampler", clReleaseSampler, sampler);
}

TEST_F(NoHostMemoryTest, ForPipes) {
  const Buffer owned(clCreatePipe(context(), 0, 4, 4, nullptr, nullptr));
  const cl_mem pipe = owned;
  expectNone("clGetPipeInfo", clGetPipeInfo, pipe, CL_PIPE_PACKET_SIZE, sizeof storage, storage,
             &size);
}

TEST_F(NoHostMemoryTest, ForProgramAndKernel) {
  const cl_program of = program();
  const cl_kernel every = kernel();
  const cl_device_id on = device();
  const cl_command_queue in = queue();
  const Buffer buffer = makeBuffer(64);
  const OwnedKernel owned = fill(buffer, 1);
  const cl_kernel fill = owned;
  const size_t items = 16;
  const cl_int value = 1;
  expectNone("clRetainProgram", clRetainProgram, of);
  expectNone("clReleaseProgram", clReleaseProgram, of);
  expectNone("clRetainKernel", clRetainKernel, every);
  expectNone("clReleaseKernel", clReleaseKernel, every);
  expectNone("clGetKernelInfo", clGetKernelInfo, every, CL_KERNEL_FUNCTION_NAME, sizeof storage,
             storage, &size);
  expectNone("clGetKernelArgInfo", clGetKernelArgInfo, every, 0, CL_KERNEL_ARG_NAME, sizeof storage,
             storage, &size);
  expectNone("clGetKernelWorkGroupInfo", clGetKernelWorkGroupInfo, every, on,
             CL_KERNEL_WORK_GROUP_SIZE, sizeof storage, storage, &size);
  expectNone("clGetKernelSubGroupInfo", clGetKernelSubGroupInfo, every, on,
             CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof items, &items, sizeof storage, storage,
             &size);
  expectNone("clGetKernelSubGroupInfoKHR", LW_EXTENSION(clGetKernelSubGroupInfoKHR), every, on,
             CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof items, &items, sizeof(size_t),
             storage, &size);
  expectNone("clGetKernelSuggestedLocalWorkSize",
             extensionFunction<decltype(clGetKernelSuggestedLocalWorkSizeKHR)>(
                 "clGetKernelSuggestedLocalWorkSize"),
             in, fill, 1, nullptr, &items, &size);
  expectNone("clGetKernelSuggestedLocalWorkSizeKHR",
             LW_EXTENSION(clGetKernelSuggestedLocalWorkSizeKHR), in, fill, 1, nullptr, &items,
             &size);
  expectNone("clSetKernelArg", clSetKernelArg, fill, 0, sizeof(cl_mem), buffer.array());
  expectNone("clSetKernelArg", clSetKernelArg, fill, 1, sizeof value, &value);
  expectNone("clSetKernelArgSVMPointer", clSetKernelArgSVMPointer, fill, 0, nullptr);
  expectNone("clSetKernelArgMemPointerINTEL", LW_EXTENSION(clSetKernelArgMemPointerINTEL), fill, 0,
             nullptr);
  expectNone("clSetKernelArgDevicePointerEXT", LW_EXTENSION(clSetKernelArgDevicePointerEXT), fill,
             0, 0);
  expectNone("clSetKernelExecInfo", clSetKernelExecInfo, fill, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0,
             nullptr);
}

TEST_F(NoHostMemoryTest, ForEvents) {
  const Event owned = userEvent(context());
  const cl_event user = owned;
  // Posting a callback needs none either.
  std::promise<cl_int> told;
  ASSERT_EQ(clSetEventCallback(
                user, CL_COMPLETE,
                [](cl_event, cl_int status, void* promise) {
                  static_cast<std::promise<cl_int>*>(promise)->set_value(status);
                },
                &told),
            CL_SUCCESS);
  Queue profiling = makeQueue(context(), CL_QUEUE_PROFILING_ENABLE);
  cl_event marker = nullptr;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiling, 0, nullptr, &marker), CL_SUCCESS);
  const Event ended(marker);
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  expectNone("clRetainEvent", clRetainEvent, user);
  expectNone("clReleaseEvent", clReleaseEvent, user);
  expectNone("clGetEventInfo", clGetEventInfo, user, CL_EVENT_CONTEXT, sizeof storage, storage,
             &size);
  expectNone("clGetEventProfilingInfo", clGetEventProfilingInfo, marker, CL_PROFILING_COMMAND_END,
             sizeof storage, storage, &size);
  expectNone("clSetUserEventStatus", clSetUserEventStatus, user, CL_COMPLETE);
  expectNone("clWaitForEvents", clWaitForEvents, 1, &user);
  EXPECT_EQ(told.get_future().get(), CL_COMPLETE);
}

TEST_F(NoHostMemoryTest, ForSemaphoresAndCommandBuffers) {
  const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                0};
  const Semaphore owned(
      LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR)(context(), binary, nullptr));
  const cl_semaphore_khr semaphore = owned;
  const CommandBuffer ownedCommands = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  const cl_command_buffer_khr commands = ownedCommands;
  const Buffer buffer = makeBuffer(64);
  const OwnedKernel filled = fill(buffer, 1);
  cl_mutable_command_khr changeable = nullptr;
  ASSERT_EQ(launch({.buffer = commands, .handle = &changeable}, filled, 16, nullptr), CL_SUCCESS);
  expectNone("clRetainSemaphoreKHR", LW_EXTENSION(clRetainSemaphoreKHR), semaphore);
  expectNone("clReleaseSemaphoreKHR", LW_EXTENSION(clReleaseSemaphoreKHR), semaphore);
  expectNone("clGetSemaphoreInfoKHR", LW_EXTENSION(clGetSemaphoreInfoKHR), semaphore,
             CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, sizeof storage, storage, &size);
  expectNone("clRetainCommandBufferKHR", LW_EXTENSION(clRetainCommandBufferKHR), commands);
  expectNone("clReleaseCommandBufferKHR", LW_EXTENSION(clReleaseCommandBufferKHR), commands);
  expectNone("clCommandBarrierWithWaitListKHR", LW_EXTENSION(clCommandBarrierWithWaitListKHR),
             commands, nullptr, nullptr, 0, nullptr, nullptr, nullptr);
  expectNone("clFinalizeCommandBufferKHR", LW_EXTENSION(clFinalizeCommandBufferKHR), commands);
  expectNone("clGetCommandBufferInfoKHR", LW_EXTENSION(clGetCommandBufferInfoKHR), commands,
             CL_COMMAND_BUFFER_QUEUES_KHR, sizeof storage, storage, &size);
  expectNone("clGetMutableCommandInfoKHR", LW_EXTENSION(clGetMutableCommandInfoKHR), changeable,
             CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof storage, storage, &size);
}
