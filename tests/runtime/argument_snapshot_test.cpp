// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which arguments of a launch count as distinct buffers.
#include "runtime/launch/argument_snapshot.h"

#include "runtime/context/context.h"
#include "runtime/device/device.h"
#include "runtime/device/platform.h"
#include "runtime/memory/buffer.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace lanewise {
namespace {

class ArgumentSnapshotTest : public ::testing::Test {
 protected:
  Ref<MemObject> buffer(size_t sizeBytes, cl_mem_flags flags = 0, void* pointer = nullptr) {
    auto made = createBuffer(*context_, flags, sizeBytes, pointer, {});
    EXPECT_TRUE(made.has_value());
    return Ref<MemObject>::adopt(*made);
  }
  static Ref<MemObject> part(MemObject& whole, size_t offsetBytes, size_t sizeBytes) {
    auto made = createSubBuffer(whole, 0, offsetBytes, sizeBytes);
    EXPECT_TRUE(made.has_value());
    return Ref<MemObject>::adopt(*made);
  }
  static bool areDistinct(std::initializer_list<Ref<MemObject>> buffers) {
    ArgumentSnapshot snapshot;
    for (const Ref<MemObject>& one : buffers) snapshot.hold(one);
    return snapshot.hasDistinctBuffers();
  }

  Ref<Context> context_ = Ref<Context>::adopt(
      new Context({Ref<Device>(Platform::get().device())}, {}, nullptr, nullptr));
};

TEST_F(ArgumentSnapshotTest, BuffersOfTheirOwnAreDistinct) {
  EXPECT_TRUE(areDistinct({}));
  EXPECT_TRUE(areDistinct({buffer(64)}));
  EXPECT_TRUE(areDistinct({buffer(64), buffer(4096), buffer(1)}));
}

TEST_F(ArgumentSnapshotTest, OneBufferTwiceIsNotDistinct) {
  const Ref<MemObject> one = buffer(64);
  EXPECT_FALSE(areDistinct({one, buffer(64), one}));
}

TEST_F(ArgumentSnapshotTest, PartsAreDistinctIfTheyDoNotOverlap) {
  const Ref<MemObject> whole = buffer(1024);
  const Ref<MemObject> first = part(*whole, 0, 512), second = part(*whole, 512, 512),
                       middle = part(*whole, 256, 512);
  EXPECT_TRUE(areDistinct({first, second}));
  EXPECT_FALSE(areDistinct({first, middle}));
  EXPECT_FALSE(areDistinct({middle, second}));
  EXPECT_FALSE(areDistinct({whole, second}));
}

TEST_F(ArgumentSnapshotTest, HostMemoryThatOverlapsIsNotDistinct) {
  alignas(128) char memory[512];
  const Ref<MemObject> first = buffer(384, CL_MEM_USE_HOST_PTR, memory),
                       second = buffer(384, CL_MEM_USE_HOST_PTR, memory + 128);
  EXPECT_FALSE(areDistinct({first, second}));
}

TEST_F(ArgumentSnapshotTest, AnAddressOfTheApplicationIsNotKnownToBeDistinct) {
  ArgumentSnapshot snapshot;
  snapshot.hold(buffer(64));
  snapshot.mostBytes = ArgumentSnapshot::kUnknownBytes;
  EXPECT_FALSE(snapshot.hasDistinctBuffers());
}

TEST_F(ArgumentSnapshotTest, ManyBuffersAreNotCompared) {
  ArgumentSnapshot snapshot;
  for (size_t i = 0; i <= ArgumentSnapshot::kInlineMemory; ++i) snapshot.hold(buffer(64));
  EXPECT_FALSE(snapshot.hasDistinctBuffers());
}

}  // namespace
}  // namespace lanewise
