// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References from many threads: counts, the last one, and lists that objects leave when they die.
#include "tests/runtime/queue_fixture.h"
#include "tests/runtime/wait_for_callbacks.h"

#include <atomic>
#include <thread>

using namespace lanewise;

namespace {

constexpr int kThreads = 16;

template <class Body>
void inThreads(Body body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(body, i);
  for (auto& thread : threads) thread.join();
}

void CL_CALLBACK count(cl_context, void* user) { ++*static_cast<std::atomic<int>*>(user); }

struct LifetimeTest : QueueFixture {
  /// A context of its own that counts its destructions.
  Context* countedContext(std::atomic<int>& gone) {
    auto* made = new Context({Ref<Device>(device_)}, {}, nullptr, nullptr);
    made->addDestructorCallback(count, &gone);
    return made;
  }
};

}  // namespace

// As many as 1,000 threads create.
TEST_F(LifetimeTest, RetainsAndReleasesOfManyThreadsAddUp) {
  Queue& queue = makeQueue(kInOrder);
  Event& event = userEvent();
  inThreads([&](int) {
    for (int i = 0; i < 64 * 100; ++i) {
      context_->retain(), queue.retain(), event.retain();
      const Ref<Queue> ours(queue);
      context_->release(), queue.release(), event.release();
    }
  });
  EXPECT_EQ(context_->apiCount(), 1u);
  EXPECT_EQ(queue.apiCount(), 1u);
  EXPECT_EQ(event.apiCount(), 1u);
}

TEST_F(LifetimeTest, TheLastReferenceOfAnyThreadEndsAnObjectOnce) {
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> gone{0};
    Context* const context = countedContext(gone);
    for (int i = 1; i < kThreads; ++i) context->retain();
    inThreads([&](int i) {
      // Some hold it like the application, some like the runtime.
      const Ref<Context> ours(i % 2 ? context : nullptr);
      context->release();
    });
    test::waitForCallbacks();
    ASSERT_EQ(gone, 1) << "round " << round;
  }
}

TEST_F(LifetimeTest, QueuesComeAndGoWhileTheContextWaitsForThem) {
  std::atomic<int> gone{0};
  Context* const context = countedContext(gone);
  std::atomic<int> ran{0};
  inThreads([&](int i) {
    for (int k = 0; k < 100; ++k) {
      if (i % 4 == 0) {
        Queue::finishAll(*context);
        continue;
      }
      auto* const queue = new Queue(*context, device_, i % 2 ? kInOrder : kOutOfOrder, {});
      EXPECT_TRUE(queue->submit(call([&] { ++ran; }), {}, nullptr, false).ok());
      queue->release();
    }
  });
  Queue::finishAll(*context);
  EXPECT_EQ(ran, kThreads / 4 * 3 * 100);
  context->release();
  // A worker may still hold the last queue for a short time.
  while (gone == 0) std::this_thread::yield();
  EXPECT_EQ(gone, 1);
}
