// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of clEnqueue* commands.
#include "tests/api/enqueue_commands.h"

namespace lanewise::test {
namespace {

using With = const EnqueueArguments&;
constexpr size_t kHalf = kEnqueueBytes / 2;
constexpr size_t kOrigin[3] = {0, 0, 0}, kRegion[3] = {8, 4, 2};
constexpr unsigned char kPattern[4] = {1, 2, 3, 4};
constexpr size_t kItems = kEnqueueBytes / 4;

void CL_CALLBACK native(void*) {}

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
    {.name = "clEnqueueUnmapMemObject",
     .type = CL_COMMAND_UNMAP_MEM_OBJECT,
     .call =
         [](With with) {
           return clEnqueueUnmapMemObject(with.queue, with.buffer, with.mapped, with.waitCount,
                                          with.waits, with.event);
         },
     .buffer = "memobj"},
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
     .takesKernel = true},
    {.name = "clEnqueueTask",
     .type = CL_COMMAND_TASK,
     .call =
         [](With with) {
           return clEnqueueTask(with.queue, with.kernel, with.waitCount, with.waits, with.event);
         },
     .takesKernel = true},
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
};

}  // namespace

std::span<const EnqueueCommand> enqueueCommands() { return kCommands; }

EnqueueArguments EnqueueCommandTest::good() {
  if (!buffer_) {
    buffer_ = makeBuffer(kEnqueueBytes);
    other_ = makeBuffer(kEnqueueBytes);
  }
  EnqueueArguments with{.queue = queue(), .buffer = buffer_, .other = other_, .host = host_.data()};
  if (command().type == CL_COMMAND_UNMAP_MEM_OBJECT)
    with.mapped = clEnqueueMapBuffer(queue(), buffer_, CL_TRUE, CL_MAP_READ, 0, kHalf, 0, nullptr,
                                     nullptr, nullptr);
  if (command().takesKernel && !fill_) {
    fill_ = makeKernel("fill");
    const cl_int value = 0x01010101;
    clSetKernelArg(fill_, 0, sizeof(cl_mem), buffer_.array());
    clSetKernelArg(fill_, 1, sizeof value, &value);
  }
  with.kernel = fill_;
  return with;
}

}  // namespace lanewise::test
