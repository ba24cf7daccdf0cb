// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts, slabs and tags of API objects, and weak references.
#include "runtime/base/weak_ref.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace lanewise;

namespace {

struct Thing : Object<Thing> {
  using Handle = cl_sampler;
  static constexpr Tag kTag = Tag::Sampler;
  explicit Thing(int& destroyed) : destroyed_(destroyed) {}
  ~Thing() {
    serial_.cut();
    ++destroyed_;
  }
  void onLastRelease() { --held_; }
  void onRevive() { ++held_; }
  const Serial& serial() const { return serial_; }
  Serial serial_;
  std::atomic<int> held_{1};  // 1 while the application has references
  int& destroyed_;
};

Tag tagOf(cl_sampler handle) { return reinterpret_cast<const ObjectHeader*>(handle)->tag.load(); }

}  // namespace

TEST(ObjectTest, TheLastReferenceOfTheApplicationDestroys) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  thing->retain();
  EXPECT_EQ(thing->apiCount(), 2u);
  thing->release();
  EXPECT_EQ(destroyed, 0);
  thing->release();
  EXPECT_EQ(destroyed, 1);
}

TEST(ObjectTest, OursKeepItAliveWithACountOfZero) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  Ref<Thing> ours(thing);
  thing->release();
  EXPECT_EQ(destroyed, 0);
  EXPECT_EQ(ours->apiCount(), 0u);
  ours = nullptr;
  EXPECT_EQ(destroyed, 1);
}

TEST(ObjectTest, RetainRevivesWhatOursKeepAlive) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  Ref<Thing> ours(thing);
  EXPECT_TRUE(thing->release());
  EXPECT_FALSE(thing->release()) << "the application has no reference left";
  EXPECT_EQ(thing->apiCount(), 0u);
  EXPECT_TRUE(thing->retain());
  EXPECT_EQ(thing->apiCount(), 1u);
  EXPECT_EQ(thing->held_, 1);
  ours = nullptr;
  EXPECT_EQ(destroyed, 0);
  EXPECT_TRUE(thing->release());
  EXPECT_EQ(destroyed, 1);
  EXPECT_FALSE(thing->retain()) << "deleted";
}

TEST(ObjectTest, ThreadsThatReviveAnObjectAtOnceAddOneUse) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  Ref<Thing> ours(thing);
  EXPECT_TRUE(thing->release());
  const auto work = [&] {
    for (int i = 0; i < 100'000; ++i) {
      EXPECT_TRUE(thing->retain());
      EXPECT_TRUE(thing->release());
    }
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(thing->apiCount(), 0u);
  EXPECT_EQ(thing->held_, 0);
  EXPECT_EQ(destroyed, 0);
  ours = nullptr;
  EXPECT_EQ(destroyed, 1);
}

TEST(ObjectTest, ADestroyedHandleCanBeReadAndIsDead) {
  int destroyed = 0;
  Thing* thing = new Thing(destroyed);
  const cl_sampler handle = thing->handle();
  EXPECT_EQ(tagOf(handle), Tag::Sampler);
  thing->release();
  EXPECT_EQ(tagOf(handle), Tag::Dead);
}

TEST(ObjectTest, PlacesAreReused) {
  int destroyed = 0;
  Thing* first = new Thing(destroyed);
  const void* const place = first;
  first->release();
  Thing* second = new Thing(destroyed);
  EXPECT_EQ(static_cast<const void*>(second), place);
  second->release();
}

TEST(ObjectTest, ADetachedReferenceIsTheCallers) {
  int destroyed = 0;
  Thing* thing = Ref<Thing>::adopt(new Thing(destroyed)).detach();
  EXPECT_EQ(destroyed, 0);
  thing->release();
  EXPECT_EQ(destroyed, 1);
}

TEST(WeakRefTest, NamesAnObjectWithoutKeepingIt) {
  int destroyed = 0;
  Ref<Thing> thing = Ref<Thing>::adopt(new Thing(destroyed));
  WeakRef<Thing> name;
  EXPECT_FALSE(name.isSet());
  EXPECT_FALSE(name.reference());
  name.set(thing.get());
  const WeakRef<Thing> copy = name;
  EXPECT_EQ(copy.reference(), thing);
  thing = nullptr;
  EXPECT_EQ(destroyed, 1);
  EXPECT_TRUE(copy.isSet());
  EXPECT_FALSE(copy.reference());
}

TEST(WeakRefTest, DoesNotNameWhatIsInTheSamePlaceLater) {
  int destroyed = 0;
  Thing* const first = new Thing(destroyed);
  WeakRef<Thing> name;
  name.set(first);
  first->release();
  Thing* const second = new Thing(destroyed);
  ASSERT_EQ(second, first);
  EXPECT_FALSE(name.reference());
  name.set(second);
  EXPECT_EQ(name.reference().get(), second);
  second->release();
}
