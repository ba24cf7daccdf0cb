// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The errors of every clCommand*KHR call for a wrong command buffer, queue, sync point, property or
// handle. One row per call, which makes it with the given values and valid values for the rest.
// What a call writes from other queues of the command buffer, and when it is remapped.
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"
#include "tests/api/failing_memory.h"

#include <algorithm>

using namespace lanewise::test;

namespace {

constexpr size_t kRecordBytes = 64, kRecordItems = kRecordBytes / sizeof(cl_int);
constexpr size_t kRecordOrigin[3] = {0, 0, 0}, kRecordRegion[3] = {4, 4, 1};
constexpr cl_int kRecordPattern = 7;
constexpr cl_uint kRecordColor[4] = {1, 2, 3, 4};

/// The objects that the commands use.
struct RecordObjects {
  cl_mem from, to;
  cl_mem image, otherImage;  // null without images
  cl_kernel kernel;
  unsigned char* svm;  // 2 * kRecordBytes
};

enum class RecordKind { Plain, Barrier, Launch, OnImages };

struct RecordingCall {
  const char* name;
  RecordKind kind;
  cl_int (*call)(const RecordCall& with, const RecordObjects& on);
};
void PrintTo(const RecordingCall& call, std::ostream* out) { *out << call.name; }

constexpr RecordingCall kRecordingCalls[] = {
    {"clCommandBarrierWithWaitListKHR", RecordKind::Barrier,
     [](const RecordCall& with, const RecordObjects&) {
       return LW_EXTENSION(clCommandBarrierWithWaitListKHR)(with.buffer, with.queue,
                                                            with.properties, with.count, with.waits,
                                                            with.point, with.handle);
     }},
    {"clCommandCopyBufferKHR", RecordKind::Plain,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandCopyBufferKHR)(with.buffer, with.queue, with.properties,
                                                   on.from, on.to, 0, 0, kRecordBytes, with.count,
                                                   with.waits, with.point, with.handle);
     }},
    {"clCommandCopyBufferRectKHR", RecordKind::Plain,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandCopyBufferRectKHR)(
           with.buffer, with.queue, with.properties, on.from, on.to, kRecordOrigin, kRecordOrigin,
           kRecordRegion, 0, 0, 0, 0, with.count, with.waits, with.point, with.handle);
     }},
    {"clCommandFillBufferKHR", RecordKind::Plain,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandFillBufferKHR)(
           with.buffer, with.queue, with.properties, on.to, &kRecordPattern, sizeof kRecordPattern,
           0, kRecordBytes, with.count, with.waits, with.point, with.handle);
     }},
    {"clCommandSVMMemcpyKHR", RecordKind::Plain,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandSVMMemcpyKHR)(with.buffer, with.queue, with.properties, on.svm,
                                                  on.svm + kRecordBytes, kRecordBytes, with.count,
                                                  with.waits, with.point, with.handle);
     }},
    {"clCommandSVMMemFillKHR", RecordKind::Plain,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandSVMMemFillKHR)(
           with.buffer, with.queue, with.properties, on.svm, &kRecordPattern, sizeof kRecordPattern,
           kRecordBytes, with.count, with.waits, with.point, with.handle);
     }},
    {"clCommandNDRangeKernelKHR", RecordKind::Launch,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandNDRangeKernelKHR)(
           with.buffer, with.queue, with.properties, on.kernel, 1, nullptr, &kRecordItems, nullptr,
           with.count, with.waits, with.point, with.handle);
     }},
    {"clCommandCopyImageKHR", RecordKind::OnImages,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandCopyImageKHR)(
           with.buffer, with.queue, with.properties, on.image, on.otherImage, kRecordOrigin,
           kRecordOrigin, kRecordRegion, with.count, with.waits, with.point, with.handle);
     }},
    {"clCommandCopyImageToBufferKHR", RecordKind::OnImages,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandCopyImageToBufferKHR)(
           with.buffer, with.queue, with.properties, on.image, on.to, kRecordOrigin, kRecordRegion,
           0, with.count, with.waits, with.point, with.handle);
     }},
    {"clCommandCopyBufferToImageKHR", RecordKind::OnImages,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandCopyBufferToImageKHR)(
           with.buffer, with.queue, with.properties, on.from, on.image, 0, kRecordOrigin,
           kRecordRegion, with.count, with.waits, with.point, with.handle);
     }},
    {"clCommandFillImageKHR", RecordKind::OnImages,
     [](const RecordCall& with, const RecordObjects& on) {
       return LW_EXTENSION(clCommandFillImageKHR)(
           with.buffer, with.queue, with.properties, on.image, kRecordColor, kRecordOrigin,
           kRecordRegion, with.count, with.waits, with.point, with.handle);
     }},
};

struct RecordCommandTest : CommandBufferTest, ::testing::WithParamInterface<RecordingCall> {
  /// The bytes of each object that a command may read or write.
  using Memory = std::vector<std::vector<unsigned char>>;

  void SetUp() override {
    CommandBufferTest::SetUp();
    if (hasImages()) image_ = makeImage(), otherImage_ = makeImage();
  }
  bool hasImages() { return infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT); }
  cl_int call(const RecordCall& with) {
    return GetParam().call(with, {from_, to_, image_, otherImage_, kernel_, svm_});
  }
  void expect(const char* codeAndKey, const RecordCall& with) {
    expectNamed(GetParam().name, codeAndKey, call(with));
  }
  /// The contents of all memory after one run of the command buffer, before which no two objects
  /// have a byte in common at the same place.
  Memory writtenBy(cl_command_buffer_khr buffer) {
    const Memory start = distinctContents();
    write(start);
    cl_event handle = nullptr;
    EXPECT_EQ(enqueue(buffer, &handle), CL_SUCCESS);
    const Event event(handle);
    EXPECT_EQ(clWaitForEvents(1, &handle), CL_SUCCESS);
    EXPECT_EQ(infoOf<cl_int>(clGetEventInfo, handle, CL_EVENT_COMMAND_EXECUTION_STATUS),
              CL_COMPLETE);
    const Memory end = read();
    EXPECT_EQ(end == start, GetParam().kind == RecordKind::Barrier)
        << "only barriers write nothing";
    return end;
  }

 private:
  static Memory distinctContents() {
    Memory all(6, counted(kRecordBytes));
    for (size_t i = 0; i < all.size(); ++i)
      for (unsigned char& byte : all[i]) byte = static_cast<unsigned char>(byte + 40 * (i + 1));
    return all;
  }
  void write(const Memory& memory) {
    size_t at = 0;
    for (const cl_mem buffer : {cl_mem(from_), cl_mem(to_)})
      EXPECT_EQ(clEnqueueWriteBuffer(queue(), buffer, CL_TRUE, 0, kRecordBytes, memory[at++].data(),
                                     0, nullptr, nullptr),
                CL_SUCCESS);
    std::ranges::copy(memory[at++], svm_);
    std::ranges::copy(memory[at++], svm_ + kRecordBytes);
    for (const cl_mem image : {cl_mem(image_), cl_mem(otherImage_)})
      if (image)
        EXPECT_EQ(clEnqueueWriteImage(queue(), image, CL_TRUE, kRecordOrigin, kRecordRegion, 0, 0,
                                      memory[at++].data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
  }
  /// In the order of write(). Without images, the last ones are those of distinctContents().
  Memory read() {
    Memory memory = distinctContents();
    size_t at = 0;
    for (const cl_mem buffer : {cl_mem(from_), cl_mem(to_)}) memory[at++] = contents(buffer);
    memory[at++].assign(svm_, svm_ + kRecordBytes);
    memory[at++].assign(svm_ + kRecordBytes, svm_ + 2 * kRecordBytes);
    for (const cl_mem image : {cl_mem(image_), cl_mem(otherImage_)})
      if (image)
        EXPECT_EQ(clEnqueueReadImage(queue(), image, CL_TRUE, kRecordOrigin, kRecordRegion, 0, 0,
                                     memory[at++].data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
    return memory;
  }
  Buffer makeImage() {
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = 4;
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    return Buffer(clCreateImage(context(), 0, &format, &description, nullptr, nullptr));
  }
  Buffer from_ = makeBuffer(kRecordBytes), to_ = makeBuffer(kRecordBytes), image_, otherImage_;
  OwnedKernel kernel_ = fill(to_, kRecordPattern);
  alignas(16) unsigned char svm_[2 * kRecordBytes] = {};
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllCalls, RecordCommandTest, ::testing::ValuesIn(kRecordingCalls),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(RecordCommandTest, InvalidCommandBuffer) {
  for (cl_command_buffer_khr wrong :
       {cl_command_buffer_khr(), ofOtherType<cl_command_buffer_khr>(), released()})
    expect("CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid", {.buffer = wrong});
}

TEST_P(RecordCommandTest, InvalidCommandQueue) {
  Queue second = makeQueue(context()), foreign = makeQueue(context());
  CommandBuffer buffer = makeOn({queue(), second});
  const char* const wrong =
      "CL_INVALID_COMMAND_QUEUE/khr_command_buffer_multi_device-extension-supported-command_queue-"
      "null";
  expect(wrong, {.buffer = buffer});
  expect(wrong, {.buffer = buffer, .queue = foreign});
  expect(wrong, {.buffer = buffer, .queue = ofOtherType<cl_command_queue>()});
  CommandBuffer single = make();
  expect(wrong, {.buffer = single, .queue = second});
}

TEST_P(RecordCommandTest, InvalidContextOfTheCommandQueue) {
  CommandBuffer buffer = make();
  expect("CL_INVALID_CONTEXT/command_queue-not-null-context-command_queue",
         {.buffer = buffer, .queue = otherQueue()});
}

TEST_P(RecordCommandTest, EveryQueueOfTheCommandBufferTakesIt) {
  if (GetParam().kind == RecordKind::OnImages && !hasImages()) GTEST_SKIP() << "there are none";
  Queue second = makeQueue(context());
  CommandBuffer single = make();
  ASSERT_EQ(call({.buffer = single, .queue = queue()}), CL_SUCCESS);
  ASSERT_EQ(finalize(single), CL_SUCCESS);
  const Memory expected = writtenBy(single);
  using Queues = std::vector<cl_command_queue>;
  for (const Queues& takers : {Queues{queue()}, Queues{second}, Queues{queue(), second}}) {
    CommandBuffer buffer = makeOn({queue(), second});
    cl_sync_point_khr before = 0;
    for (const cl_command_queue taker : takers) {
      RecordCall with{.buffer = buffer, .queue = taker};
      if (before) with.count = 1, with.waits = &before;
      cl_sync_point_khr own = 0;
      with.point = &own;
      ASSERT_EQ(call(with), CL_SUCCESS);
      before = own;
    }
    ASSERT_EQ(finalize(buffer), CL_SUCCESS);
    EXPECT_EQ(writtenBy(buffer), expected);
  }
}

TEST_P(RecordCommandTest, IsRemappedToAnotherQueue) {
  if (GetParam().kind == RecordKind::OnImages && !hasImages()) GTEST_SKIP() << "there are none";
  CommandBuffer buffer = make();
  ASSERT_EQ(call({.buffer = buffer}), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  const Memory expected = writtenBy(buffer);
  Queue second = makeQueue(context());
  cl_int error = CL_SUCCESS;
  CommandBuffer remapped(LW_EXTENSION(clRemapCommandBufferKHR)(buffer, CL_FALSE, 1, second.array(),
                                                               0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(writtenBy(remapped), expected);
}

TEST_P(RecordCommandTest, InvalidOperationOnceFinalized) {
  CommandBuffer buffer = make();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  expect("CL_INVALID_OPERATION/finalized", {.buffer = buffer});
}

TEST_P(RecordCommandTest, InvalidSyncPointWaitList) {
  CommandBuffer buffer = make();
  cl_sync_point_khr point = 0;
  ASSERT_EQ(barrier({.buffer = buffer, .point = &point}), CL_SUCCESS);
  const cl_sync_point_khr zero = 0, later = point + 1;
  const char* const disagree = "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR/list-and-count-disagree";
  expect(disagree, {.buffer = buffer, .count = 1});
  expect(disagree, {.buffer = buffer, .waits = &point});
  const char* const invalid = "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR/invalid-sync-point";
  expect(invalid, {.buffer = buffer, .count = 1, .waits = &zero});
  expect(invalid, {.buffer = buffer, .count = 1, .waits = &later});
}

TEST_P(RecordCommandTest, InvalidValueForProperties) {
  CommandBuffer buffer = make();
  const cl_command_properties_khr unknown[] = {0xabcd, 1, 0};
  expect("CL_INVALID_VALUE/properties-invalid", {.buffer = buffer, .properties = unknown});
}

TEST_P(RecordCommandTest, InvalidValueForAHandle) {
  if (GetParam().kind == RecordKind::Launch) GTEST_SKIP() << "a launch can be changed";
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr handle = nullptr;
  expect("CL_INVALID_VALUE/handle-given", {.buffer = buffer, .handle = &handle});
}

TEST_P(RecordCommandTest, SucceedsButForImagesOnADeviceWithout) {
  CommandBuffer buffer = make();
  EXPECT_EQ(call({.buffer = buffer}), GetParam().kind == RecordKind::OnImages && !hasImages()
                                          ? CL_INVALID_OPERATION
                                          : CL_SUCCESS);
}

TEST_P(RecordCommandTest, OutOfHostMemoryAndRecordingGoesOn) {
  if (GetParam().kind == RecordKind::Barrier) GTEST_SKIP() << "it needs none";
  if (GetParam().kind == RecordKind::OnImages && !hasImages()) GTEST_SKIP() << "there are none";
  CommandBuffer buffer = make();
  expectHostMemory(GetParam().name, [&] { return call({.buffer = buffer}); });
  EXPECT_EQ(call({.buffer = buffer}), CL_SUCCESS) << "with memory again";
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}
