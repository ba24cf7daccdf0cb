// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting, slabs and tags of API objects.
#include "runtime/base/object.h"

#include <gtest/gtest.h>

using namespace lanewise;

namespace {

struct Thing : Object<Thing> {
  using Handle = cl_sampler;
  static constexpr Tag kTag = Tag::Sampler;
  explicit Thing(int& destroyed) : destroyed_(destroyed) {}
  ~Thing() { ++destroyed_; }
  int& destroyed_;
};

Tag tagOf(cl_sampler handle) { return reinterpret_cast<const ObjectHeader*>(handle)->tag.load(); }

}  // namespace

TEST(ObjectTest, theLastReferenceOfTheApplicationDestroys) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  thing->retain();
  EXPECT_EQ(thing->apiCount(), 2u);
  thing->release();
  EXPECT_EQ(destroyed, 0);
  thing->release();
  EXPECT_EQ(destroyed, 1);
}

TEST(ObjectTest, oursKeepItAliveWithACountOfZero) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  Ref<Thing> ours(thing);
  thing->release();
  EXPECT_EQ(destroyed, 0);
  EXPECT_EQ(ours->apiCount(), 0u);
  ours = nullptr;
  EXPECT_EQ(destroyed, 1);
}

TEST(ObjectTest, aDestroyedHandleCanBeReadAndIsDead) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  const cl_sampler handle = thing->handle();
  EXPECT_EQ(tagOf(handle), Tag::Sampler);
  thing->release();
  EXPECT_EQ(tagOf(handle), Tag::Dead);
}

TEST(ObjectTest, placesAreReused) {
  int destroyed = 0;
  Thing* first = new Thing(destroyed);
  const void* const place = first;
  first->release();
  Thing* second = new Thing(destroyed);
  EXPECT_EQ(static_cast<const void*>(second), place);
  second->release();
}

TEST(ObjectTest, aDetachedReferenceIsTheCallers) {
  int destroyed = 0;
  Thing* thing = Ref<Thing>::adopt(new Thing(destroyed)).detach();
  EXPECT_EQ(destroyed, 0);
  thing->release();
  EXPECT_EQ(destroyed, 1);
}
