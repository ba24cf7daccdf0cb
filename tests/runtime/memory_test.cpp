// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory objects and the bulk copies, without the ICD.
#include "runtime/memory/buffer.h"
#include "runtime/memory/byte_rect.h"

#include "runtime/context/context.h"
#include "runtime/device/platform.h"
#include "runtime/memory/copy_commands.h"
#include "runtime/memory/bulk_memory.h"
#include "tests/runtime/wait_for_callbacks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <memory>

using namespace lanewise;

class MemoryTest : public ::testing::Test {
 protected:
  Device& device() { return Platform::get().device(); }
  Context& context() { return *context_; }
  Ref<MemObject> buffer(size_t sizeBytes, cl_mem_flags flags = 0, void* pointer = nullptr) {
    auto made = lanewise::createBuffer(context(), flags, sizeBytes, pointer, {});
    EXPECT_TRUE(made.has_value());
    return Ref<MemObject>::adopt(*made);
  }
  static bool map(MemObject& object, size_t offsetBytes, size_t sizeBytes, bool writes) {
    return object.addMap(ByteRect::row(object.data() + offsetBytes, sizeBytes), writes);
  }

 private:
  Ref<Context> context_ =
      Ref<Context>::adopt(new Context({Ref<Device>(device())}, {}, nullptr, nullptr));
};

TEST_F(MemoryTest, ASubBufferHoldsItsParent) {
  Ref<MemObject> parent = buffer(512);
  std::memset(parent->data(), 3, 512);
  auto part = lanewise::createSubBuffer(*parent, 0, 256, 128);
  ASSERT_TRUE(part.has_value());
  const Ref<MemObject> held = Ref<MemObject>::adopt(*part);
  parent = nullptr;
  EXPECT_EQ(held->data()[127], std::byte{3});
  EXPECT_EQ(held->offsetBytes(), 256u);
}

TEST_F(MemoryTest, MapsAreCountedByPointer) {
  const Ref<MemObject> object = buffer(64);
  EXPECT_TRUE(map(*object, 0, 32, false));
  EXPECT_TRUE(map(*object, 0, 64, false));
  EXPECT_TRUE(map(*object, 8, 8, false));
  EXPECT_EQ(object->mapCount(), 3u);
  EXPECT_TRUE(object->removeMap(object->data()));
  EXPECT_TRUE(object->removeMap(object->data()));
  EXPECT_FALSE(object->removeMap(object->data()));
  EXPECT_FALSE(object->hasMap(object->data()));
  EXPECT_TRUE(object->hasMap(object->data() + 8));
  EXPECT_EQ(object->mapCount(), 1u);
}

TEST_F(MemoryTest, WhatIsMappedForWritingIsNotMappedForWritingAgain) {
  const Ref<MemObject> object = buffer(64);
  EXPECT_TRUE(map(*object, 16, 16, true));
  EXPECT_FALSE(map(*object, 31, 1, true));
  EXPECT_FALSE(map(*object, 0, 17, true));
  EXPECT_TRUE(map(*object, 0, 16, true)) << "beside it";
  EXPECT_TRUE(map(*object, 32, 32, true)) << "beside it";
  EXPECT_TRUE(map(*object, 0, 64, false)) << "for reading";
  EXPECT_EQ(object->mapCount(), 4u) << "what was refused is not counted";
  EXPECT_TRUE(object->removeMap(object->data() + 16));
  EXPECT_TRUE(map(*object, 16, 16, true));
}

TEST_F(MemoryTest, SubBuffersKnowOfEachOthersMaps) {
  const Ref<MemObject> whole = buffer(512);
  const auto part = [&](size_t offset) {
    return Ref<MemObject>::adopt(*lanewise::createSubBuffer(*whole, 0, offset, 256));
  };
  const Ref<MemObject> first = part(0), second = part(128);
  EXPECT_TRUE(map(*first, 0, 200, true));
  EXPECT_FALSE(map(*second, 0, 128, true));
  EXPECT_FALSE(map(*whole, 0, 512, true));
  EXPECT_TRUE(map(*second, 128, 128, true));
  EXPECT_FALSE(whole->removeMap(whole->data())) << "mapped through another object";
  EXPECT_EQ(whole->mapCount(), 0u);
  EXPECT_EQ(first->mapCount(), 1u);
  EXPECT_TRUE(first->removeMap(first->data()));
}

TEST_F(MemoryTest, FailsWithAStatusWhenThereIsNoMemory) {
  auto made = lanewise::createBuffer(context(), 0, size_t{1} << 60, nullptr, {});
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

TEST_F(MemoryTest, CopiesOfEverySizeAroundThePieces) {
  for (size_t sizeBytes : {size_t{0}, size_t{1}, (size_t{1} << 20) - 1, size_t{1} << 20,
                           (size_t{1} << 20) + 1, (size_t{3} << 20) + 77}) {
    std::vector<unsigned char> source(sizeBytes + 2, 7), target(sizeBytes + 2, 0);
    for (size_t index = 0; index < sizeBytes; ++index) source[index + 1] = index * 7;
    copyBytes(device(), target.data() + 1, source.data() + 1, sizeBytes);
    EXPECT_EQ(std::memcmp(target.data() + 1, source.data() + 1, sizeBytes), 0) << sizeBytes;
    EXPECT_EQ(target.front(), 0) << sizeBytes;
    EXPECT_EQ(target.back(), 0) << sizeBytes;
  }
}

TEST_F(MemoryTest, OverlappingCopiesMove) {
  std::vector<unsigned char> bytes(3 << 20);
  for (size_t index = 0; index < bytes.size(); ++index) bytes[index] = index * 13 + index / 256;
  auto expected = bytes;
  std::memmove(expected.data() + 1000, expected.data(), 2 << 20);
  copyBytes(device(), bytes.data() + 1000, bytes.data(), 2 << 20);
  EXPECT_EQ(bytes, expected);
}

TEST_F(MemoryTest, FillsRepeatThePatternAcrossPieces) {
  unsigned char pattern[128];
  for (size_t index = 0; index < 128; ++index) pattern[index] = index + 1;
  for (size_t patternBytes : {1, 2, 16, 128}) {
    std::vector<unsigned char> target((2 << 20) + 128, 0);
    fillBytes(device(), target.data(), target.size() - 128, pattern, patternBytes);
    for (size_t index = 0; index < target.size(); ++index)
      ASSERT_EQ(target[index], index < target.size() - 128 ? pattern[index % patternBytes] : 0)
          << patternBytes << " at " << index;
  }
}

TEST_F(MemoryTest, CommandsHoldTheBuffersTheyTouch) {
  static std::atomic<bool> gone;
  gone = false;
  Ref<MemObject> target = buffer(64), source = buffer(64);
  std::memset(source->data(), 5, 64);
  source->addDestructorCallback([](cl_mem, void*) { gone = true; }, nullptr);
  std::unique_ptr<Command> command =
      makeCopy(CL_COMMAND_COPY_BUFFER, device(), {target->data(), target.get()},
               {source->data(), source.get()}, 64);
  source = nullptr;
  test::waitForCallbacks();
  EXPECT_FALSE(gone);
  EXPECT_EQ(command->run().code, CL_COMPLETE);
  EXPECT_EQ(target->data()[63], std::byte{5});
  command.reset();
  test::waitForCallbacks();
  EXPECT_TRUE(gone);
}

TEST_F(MemoryTest, RectanglesOverlapWhereTheyHaveACommonByte) {
  std::byte memory[256];
  // Rows of 4 bytes at 10, 3 of them in slices at 40, 2 slices.
  const ByteRect rect{memory, {4, 3, 2}, 10, 40};
  const auto moved = [&](size_t bytes) {
    ByteRect other = rect;
    other.begin += bytes;
    return overlap(rect, other) && overlap(other, rect);
  };
  for (size_t bytes : {0, 1, 3, 7, 10, 13, 20, 23, 33, 40, 43, 60})
    EXPECT_TRUE(moved(bytes)) << bytes;
  for (size_t bytes : {4, 5, 6, 14, 16, 24, 26, 64, 66, 100}) EXPECT_FALSE(moved(bytes)) << bytes;
  // Different regions of one layout, side by side and in one another.
  const ByteRect column{memory + 4, {2, 3, 2}, 10, 40}, inner{memory + 12, {2, 1, 1}, 10, 40};
  EXPECT_FALSE(overlap(rect, column));
  EXPECT_TRUE(overlap(rect, inner));
  EXPECT_FALSE(overlap(column, inner));
  // Other pitches: the ranges count.
  EXPECT_TRUE(overlap(rect, {memory + 4, {2, 2, 1}, 11, 40}));
  EXPECT_FALSE(overlap(rect, {memory + 64, {2, 2, 1}, 11, 40}));
}

TEST_F(MemoryTest, RowsWithoutGapsAreJoined) {
  std::byte memory[256];
  const auto joined = [&](size_t rowPitch, size_t slicePitch) {
    ByteRect a{memory, {4, 3, 2}, 4, 12}, b{memory, {4, 3, 2}, rowPitch, slicePitch};
    joinRows(a, b);
    EXPECT_EQ(a.region, b.region);
    return b.region;
  };
  using Region = std::array<size_t, 3>;
  EXPECT_EQ(joined(4, 12), (Region{24, 1, 1}));
  EXPECT_EQ(joined(4, 20), (Region{12, 2, 1}));
  EXPECT_EQ(joined(8, 24), (Region{4, 3, 2}));
}
