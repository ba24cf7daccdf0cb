// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of clEnqueue* commands.
#include "tests/api/enqueue_commands.h"

#include "runtime/base/svm_names.h"

#include <sys/mman.h>
#include <unistd.h>

namespace lanewise::test {
namespace {

using With = const EnqueueArguments&;
constexpr size_t kHalf = kEnqueueBytes / 2;
constexpr size_t kOrigin[3] = {0, 0, 0}, kRegion[3] = {8, 4, 2};
constexpr size_t kTexels[3] = {8, 4, 1};  // of kHalf bytes
constexpr cl_uint kColor[4] = {1, 2, 3, 4};
constexpr unsigned char kPattern[4] = {1, 2, 3, 4};
constexpr size_t kItems = kEnqueueBytes / 4;

void CL_CALLBACK native(void*) {}
void CL_CALLBACK keep(cl_command_queue, cl_uint, void*[], void*) {}

constexpr EnqueueCommand kCommands[] = {
    {.name = "clEnqueueReadBuffer",
     .type = CL_COMMAND_READ_BUFFER,
     .call =
         [](With with) {
           return clEnqueueReadBuffer(with.queue, with.buffer, with.blocking, 0, kHalf, with.host,
                                      with.waitCount, with.waits, with.event);
         },
     .buffer = "buffer",
     .blocks = true},
    {.name = "clEnqueueWriteBuffer",
     .type = CL_COMMAND_WRITE_BUFFER,
     .call =
         [](With with) {
           return clEnqueueWriteBuffer(with.queue, with.buffer, with.blocking, 0, kHalf, with.host,
                                       with.waitCount, with.waits, with.event);
         },
     .buffer = "buffer",
     .blocks = true},
    {.name = "clEnqueueReadBufferRect",
     .type = CL_COMMAND_READ_BUFFER_RECT,
     .call =
         [](With with) {
           return clEnqueueReadBufferRect(with.queue, with.buffer, with.blocking, kOrigin, kOrigin,
                                          kRegion, 0, 0, 0, 0, with.host, with.waitCount,
                                          with.waits, with.event);
         },
     .buffer = "buffer",
     .blocks = true},
    {.name = "clEnqueueWriteBufferRect",
     .type = CL_COMMAND_WRITE_BUFFER_RECT,
     .call =
         [](With with) {
           return clEnqueueWriteBufferRect(with.queue, with.buffer, with.blocking, kOrigin, kOrigin,
                                           kRegion, 0, 0, 0, 0, with.host, with.waitCount,
                                           with.waits, with.event);
         },
     .buffer = "buffer",
     .blocks = true},
    {.name = "clEnqueueCopyBuffer",
     .type = CL_COMMAND_COPY_BUFFER,
     .call =
         [](With with) {
           return clEnqueueCopyBuffer(with.queue, with.buffer, with.other, 0, 0, kHalf,
                                      with.waitCount, with.waits, with.event);
         },
     .buffer = "src_buffer",
     .other = "dst_buffer"},
    {.name = "clEnqueueCopyBufferRect",
     .type = CL_COMMAND_COPY_BUFFER_RECT,
     .call =
         [](With with) {
           return clEnqueueCopyBufferRect(with.queue, with.buffer, with.other, kOrigin, kOrigin,
                                          kRegion, 0, 0, 0, 0, with.waitCount, with.waits,
                                          with.event);
         },
     .buffer = "src_buffer",
     .other = "dst_buffer"},
    {.name = "clEnqueueFillBuffer",
     .type = CL_COMMAND_FILL_BUFFER,
     .call =
         [](With with) {
           return clEnqueueFillBuffer(with.queue, with.buffer, kPattern, sizeof kPattern, 0, kHalf,
                                      with.waitCount, with.waits, with.event);
         },
     .buffer = "buffer"},
    {.name = "clEnqueueMapBuffer",
     .type = CL_COMMAND_MAP_BUFFER,
     .call =
         [](With with) {
           cl_int code = 12345;
           const void* mapped =
               clEnqueueMapBuffer(with.queue, with.buffer, with.blocking, CL_MAP_READ, 0, kHalf,
                                  with.waitCount, with.waits, with.event, &code);
           EXPECT_EQ(mapped == nullptr, code != CL_SUCCESS);
           return code;
         },
     .buffer = "buffer",
     .blocks = true},
    {.name = "clEnqueueReadImage",
     .type = CL_COMMAND_READ_IMAGE,
     .call =
         [](With with) {
           return clEnqueueReadImage(with.queue, with.buffer, with.blocking, kOrigin, kTexels, 0, 0,
                                     with.host, with.waitCount, with.waits, with.event);
         },
     .buffer = "image",
     .needs = Needs::Image,
     .blocks = true},
    {.name = "clEnqueueWriteImage",
     .type = CL_COMMAND_WRITE_IMAGE,
     .call =
         [](With with) {
           return clEnqueueWriteImage(with.queue, with.buffer, with.blocking, kOrigin, kTexels, 0,
                                      0, with.host, with.waitCount, with.waits, with.event);
         },
     .buffer = "image",
     .needs = Needs::Image,
     .blocks = true},
    {.name = "clEnqueueCopyImage",
     .type = CL_COMMAND_COPY_IMAGE,
     .call =
         [](With with) {
           return clEnqueueCopyImage(with.queue, with.buffer, with.other, kOrigin, kOrigin, kTexels,
                                     with.waitCount, with.waits, with.event);
         },
     .buffer = "src_image",
     .other = "dst_image",
     .needs = Needs::TwoImages},
    {.name = "clEnqueueCopyImageToBuffer",
     .type = CL_COMMAND_COPY_IMAGE_TO_BUFFER,
     .call =
         [](With with) {
           return clEnqueueCopyImageToBuffer(with.queue, with.buffer, with.other, kOrigin, kTexels,
                                             0, with.waitCount, with.waits, with.event);
         },
     .buffer = "src_image",
     .other = "dst_buffer",
     .needs = Needs::Image},
    {.name = "clEnqueueCopyBufferToImage",
     .type = CL_COMMAND_COPY_BUFFER_TO_IMAGE,
     .call =
         [](With with) {
           return clEnqueueCopyBufferToImage(with.queue, with.buffer, with.other, 0, kOrigin,
                                             kTexels, with.waitCount, with.waits, with.event);
         },
     .buffer = "src_buffer",
     .other = "dst_image",
     .needs = Needs::OtherImage},
    {.name = "clEnqueueFillImage",
     .type = CL_COMMAND_FILL_IMAGE,
     .call =
         [](With with) {
           return clEnqueueFillImage(with.queue, with.buffer, kColor, kOrigin, kTexels,
                                     with.waitCount, with.waits, with.event);
         },
     .buffer = "image",
     .needs = Needs::Image},
    {.name = "clEnqueueMapImage",
     .type = CL_COMMAND_MAP_IMAGE,
     .call =
         [](With with) {
           cl_int code = 12345;
           size_t pitch = 0;
           const void* mapped = clEnqueueMapImage(with.queue, with.buffer, with.blocking,
                                                  CL_MAP_READ, kOrigin, kTexels, &pitch, nullptr,
                                                  with.waitCount, with.waits, with.event, &code);
           EXPECT_EQ(mapped == nullptr, code != CL_SUCCESS);
           return code;
         },
     .buffer = "image",
     .needs = Needs::Image,
     .blocks = true},
    {.name = "clEnqueueUnmapMemObject",
     .type = CL_COMMAND_UNMAP_MEM_OBJECT,
     .call =
         [](With with) {
           return clEnqueueUnmapMemObject(with.queue, with.buffer, with.mapped, with.waitCount,
                                          with.waits, with.event);
         },
     .buffer = "memobj",
     .needs = Needs::Map},
    {.name = "clEnqueueMigrateMemObjects",
     .type = CL_COMMAND_MIGRATE_MEM_OBJECTS,
     .call =
         [](With with) {
           return clEnqueueMigrateMemObjects(with.queue, 1, &with.buffer, 0, with.waitCount,
                                             with.waits, with.event);
         },
     .buffer = "mem_objects"},
    {.name = "clEnqueueNDRangeKernel",
     .type = CL_COMMAND_NDRANGE_KERNEL,
     .call =
         [](With with) {
           return clEnqueueNDRangeKernel(with.queue, with.kernel, 1, nullptr, &kItems, nullptr,
                                         with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Kernel},
    {.name = "clEnqueueTask",
     .type = CL_COMMAND_TASK,
     .call =
         [](With with) {
           return clEnqueueTask(with.queue, with.kernel, with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Kernel},
    {.name = "clEnqueueNativeKernel",
     .type = CL_COMMAND_NATIVE_KERNEL,
     .call =
         [](With with) {
           return clEnqueueNativeKernel(with.queue, native, nullptr, 0, 0, nullptr, nullptr,
                                        with.waitCount, with.waits, with.event);
         }},
    {.name = "clEnqueueMarkerWithWaitList",
     .type = CL_COMMAND_MARKER,
     .call =
         [](With with) {
           return clEnqueueMarkerWithWaitList(with.queue, with.waitCount, with.waits, with.event);
         }},
    {.name = "clEnqueueBarrierWithWaitList",
     .type = CL_COMMAND_BARRIER,
     .call =
         [](With with) {
           return clEnqueueBarrierWithWaitList(with.queue, with.waitCount, with.waits, with.event);
         }},
    {.name = "clEnqueueMarker",
     .type = CL_COMMAND_MARKER,
     .call = [](With with) { return clEnqueueMarker(with.queue, with.event); },
     .takesWaits = false},
    {.name = "clEnqueueBarrier",
     .type = CL_COMMAND_BARRIER,
     .call = [](With with) { return clEnqueueBarrier(with.queue); },
     .takesWaits = false,
     .givesEvent = false},
    {.name = "clEnqueueSVMFree",
     .type = CL_COMMAND_SVM_FREE,
     .call =
         [](With with) {
           void* pointers[] = {with.svm};
           return clEnqueueSVMFree(with.queue, 1, pointers, keep, nullptr, with.waitCount,
                                   with.waits, with.event);
         },
     .needs = Needs::Svm},
    {.name = "clEnqueueSVMMemcpy",
     .type = CL_COMMAND_SVM_MEMCPY,
     .call =
         [](With with) {
           return clEnqueueSVMMemcpy(with.queue, with.blocking, with.svm, with.svm + kHalf, kHalf,
                                     with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Svm,
     .blocks = true},
    {.name = "clEnqueueSVMMemFill",
     .type = CL_COMMAND_SVM_MEMFILL,
     .call =
         [](With with) {
           return clEnqueueSVMMemFill(with.queue, with.svm, kPattern, sizeof kPattern,
                                      kEnqueueBytes, with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Svm},
    {.name = "clEnqueueSVMMap",
     .type = CL_COMMAND_SVM_MAP,
     .call =
         [](With with) {
           return clEnqueueSVMMap(with.queue, with.blocking, CL_MAP_READ, with.svm, kHalf,
                                  with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Svm,
     .blocks = true},
    {.name = "clEnqueueSVMUnmap",
     .type = CL_COMMAND_SVM_UNMAP,
     .call =
         [](With with) {
           return clEnqueueSVMUnmap(with.queue, with.svm, with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Svm},
    {.name = "clEnqueueSVMMigrateMem",
     .type = CL_COMMAND_SVM_MIGRATE_MEM,
     .call =
         [](With with) {
           const void* pointers[] = {with.svm};
           return clEnqueueSVMMigrateMem(with.queue, 1, pointers, nullptr, 0, with.waitCount,
                                         with.waits, with.event);
         },
     .needs = Needs::Svm},
    {.name = "clEnqueueMemFillINTEL",
     .type = CL_COMMAND_MEMFILL_INTEL,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueMemFillINTEL)(with.queue, with.svm, kPattern,
                                                      sizeof kPattern, kEnqueueBytes,
                                                      with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Svm},
    {.name = "clEnqueueMemcpyINTEL",
     .type = CL_COMMAND_MEMCPY_INTEL,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueMemcpyINTEL)(with.queue, with.blocking, with.svm,
                                                     with.svm + kHalf, kHalf, with.waitCount,
                                                     with.waits, with.event);
         },
     .needs = Needs::Svm,
     .blocks = true},
    {.name = "clEnqueueMigrateMemINTEL",
     .type = CL_COMMAND_MIGRATEMEM_INTEL,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueMigrateMemINTEL)(with.queue, with.svm, kEnqueueBytes, 0,
                                                         with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Svm},
    {.name = "clEnqueueMemAdviseINTEL",
     .type = CL_COMMAND_MEMADVISE_INTEL,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueMemAdviseINTEL)(with.queue, with.svm, kEnqueueBytes, 0,
                                                        with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Svm},
    {.name = "clEnqueueSignalSemaphoresKHR",
     .type = CL_COMMAND_SEMAPHORE_SIGNAL_KHR,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueSignalSemaphoresKHR)(
               with.queue, 1, &with.semaphore, nullptr, with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Semaphore},
    {.name = "clEnqueueWaitSemaphoresKHR",
     .type = CL_COMMAND_SEMAPHORE_WAIT_KHR,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueWaitSemaphoresKHR)(with.queue, 1, &with.semaphore, nullptr,
                                                           with.waitCount, with.waits, with.event);
         },
     .needs = Needs::Signal},
    {.name = "clEnqueueAcquireExternalMemObjectsKHR",
     .type = CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueAcquireExternalMemObjectsKHR)(
               with.queue, 1, &with.buffer, with.waitCount, with.waits, with.event);
         },
     .buffer = "mem_objects",
     .needs = Needs::ExternalMemory},
    {.name = "clEnqueueReleaseExternalMemObjectsKHR",
     .type = CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR,
     .call =
         [](With with) {
           return LW_EXTENSION(clEnqueueReleaseExternalMemObjectsKHR)(
               with.queue, 1, &with.buffer, with.waitCount, with.waits, with.event);
         },
     .buffer = "mem_objects",
     .needs = Needs::ExternalMemory},
    {.name = "clEnqueueCommandBufferKHR",
     .type = CL_COMMAND_COMMAND_BUFFER_KHR,
     .call =
         [](With with) {
           cl_command_queue queues[] = {with.queue};
           return LW_EXTENSION(clEnqueueCommandBufferKHR)(1, queues, with.commands, with.waitCount,
                                                          with.waits, with.event);
         },
     .needs = Needs::CommandBuffer},
};

Buffer makeImage(cl_context context) {
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = kTexels[0];
  description.image_height = kTexels[1];
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateImage(context, 0, &format, &description, nullptr, &error));
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

}  // namespace

std::span<const EnqueueCommand> enqueueCommands() { return kCommands; }

Buffer EnqueueCommandTest::foreign(bool first) {
  if (command().takesImage(first)) return makeImage(otherContext());
  return Buffer(clCreateBuffer(otherContext(), 0, kEnqueueBytes, nullptr, nullptr));
}

void EnqueueCommandTest::signal(cl_semaphore_khr semaphore) {
  if (!signals_) signals_ = makeQueue(context());
  EXPECT_EQ(LW_EXTENSION(clEnqueueSignalSemaphoresKHR)(signals_, 1, &semaphore, nullptr, 0, nullptr,
                                                       nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(signals_), CL_SUCCESS);
}

EnqueueArguments EnqueueCommandTest::good() {
  if (!buffer_) {
    buffer_ = makeBuffer(kEnqueueBytes);
    other_ = makeBuffer(kEnqueueBytes);
  }
  EnqueueArguments with{.queue = queue(), .buffer = buffer_, .other = other_, .host = host_.data()};
  switch (command().needs) {
    case Needs::Nothing: break;
    case Needs::Image:
    case Needs::TwoImages:
    case Needs::OtherImage:
      if (!image_) {
        image_ = makeImage(context());
        otherImage_ = makeImage(context());
      }
      if (command().takesImage(true)) with.buffer = image_;
      if (command().takesImage(false)) with.other = otherImage_;
      break;
    case Needs::Map:
      with.mapped = clEnqueueMapBuffer(queue(), buffer_, CL_TRUE, CL_MAP_READ, 0, kHalf, 0, nullptr,
                                       nullptr, nullptr);
      break;
    case Needs::Kernel:
      if (!fill_) {
        fill_ = makeKernel("fill");
        const cl_int value = 0x01010101;
        clSetKernelArg(fill_, 0, sizeof(cl_mem), buffer_.array());
        clSetKernelArg(fill_, 1, sizeof value, &value);
      }
      with.kernel = fill_;
      break;
    case Needs::Svm:
      if (!svm_) svm_ = clSVMAlloc(context(), 0, kEnqueueBytes, 0);
      with.svm = static_cast<unsigned char*>(svm_);
      break;
    case Needs::Semaphore:
    case Needs::Signal:
      if (!semaphore_) {
        const cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR,
                                                      CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
        semaphore_ =
            Semaphore(LW_EXTENSION(clCreateSemaphoreWithPropertiesKHR)(context(), binary, nullptr));
      }
      with.semaphore = semaphore_;
      if (command().needs == Needs::Signal &&
          !infoOf<cl_semaphore_payload_khr>(LW_EXTENSION(clGetSemaphoreInfoKHR), with.semaphore,
                                            CL_SEMAPHORE_PAYLOAD_KHR))
        signal(semaphore_);
      break;
    case Needs::ExternalMemory:
      if (!external_) {
        const int file = memfd_create("lanewise-test", MFD_CLOEXEC);
        EXPECT_EQ(ftruncate(file, kEnqueueBytes), 0);
        const cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                          cl_mem_properties(file), 0};
        external_ = Buffer(
            clCreateBufferWithProperties(context(), list, 0, kEnqueueBytes, nullptr, nullptr));
      }
      with.buffer = external_;
      break;
    case Needs::CommandBuffer:
      if (!commands_) {
        const cl_command_queue one = queue();
        const cl_command_buffer_properties_khr again[] = {
            CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
        commands_ = CommandBuffer(LW_EXTENSION(clCreateCommandBufferKHR)(1, &one, again, nullptr));
        EXPECT_EQ(LW_EXTENSION(clCommandFillBufferKHR)(commands_, nullptr, nullptr, buffer_,
                                                       kPattern, sizeof kPattern, 0, kHalf, 0,
                                                       nullptr, nullptr, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(LW_EXTENSION(clFinalizeCommandBufferKHR)(commands_), CL_SUCCESS);
      }
      with.commands = commands_;
      break;
  }
  return with;
}

}  // namespace lanewise::test
