// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may happen while a kernel is compiled for its launches in the background: the kernel is
// released, the process exits or forks. Nothing waits for the compiler.
#include "launch_fixture.h"
#include "tests/in_child.h"
#include "tests/sanitizers.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>
#include <unistd.h>

namespace lanewise {
namespace {

constexpr NdRange kRange{.globalSize = {16, 1, 1}, .localSize = {8, 1, 1}};
constexpr NdRange kOther{.globalSize = {16, 1, 1}, .localSize = {4, 1, 1}};

class CodeInTheMaking : public LaunchFixture {
 protected:
  static inline std::atomic<bool> begun = false, mayEnd = false;
  static inline std::atomic<int> general = 0, special = 0;

  CodeInTheMaking() {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    begun = mayEnd = false;
    general = special = 0;
    fake_ = makeKernel([](const abi::Launch*, const abi::Worker*, uint64_t first, uint64_t end,
                          uint64_t, uint64_t) { general += static_cast<int>(end - first); });
    fake_->compiled.kinds = LaunchKinds::of(
        fake_->compiled.metadata, CompileCost({}),
        {[](const KernelMetadata& metadata, const LaunchKind&) {
           begun = true;
           begun.notify_all();
           mayEnd.wait(false);
           auto code = std::make_shared<CompiledKernel>(CompiledKernel{metadata});
           code->entry = [](const abi::Launch*, const abi::Worker*, uint64_t first, uint64_t end,
                            uint64_t, uint64_t) { special += static_cast<int>(end - first); };
           return code;
         },
         nullptr});
  }
  ~CodeInTheMaking() override { endAll(); }

  static void endAll() {
    mayEnd = true;
    mayEnd.notify_all();
  }
  /// A second for each work-item: each launch ends sooner with code for its kind.
  void seemLong() { fake_->compiled.cost.add(1e9, 1); }
  bool run(Queue& queue, const NdRange& range = kRange) {
    seemLong();
    return launch(queue, *fake_, range, true).ok();
  }
  /// The compiler has begun and does not end.
  bool begin(Queue& queue) {
    const bool good = run(queue);
    begun.wait(false);
    return good;
  }
  static bool soon(const std::function<bool()>& holds) {
    for (int i = 0; i < 10'000 && !holds(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return holds();
  }

  std::unique_ptr<FakeKernel> fake_;
};

TEST_F(CodeInTheMaking, IsKeptNoLongerThanTheCompilerTakesIfTheKernelIsReleased) {
  ASSERT_TRUE(begin(makeQueue(kInOrder)));
  const std::weak_ptr<LaunchKinds> kinds = fake_->compiled.kinds;
  fake_.reset();
  EXPECT_FALSE(kinds.expired());
  endAll();
  EXPECT_TRUE(soon([&] { return kinds.expired(); }));
}

TEST_F(CodeInTheMaking, DoesNotHoldUpLaunches) {
  Queue& queue = makeQueue(kInOrder);
  ASSERT_TRUE(begin(queue));
  ASSERT_TRUE(run(queue));
  EXPECT_EQ(general, 4);
  endAll();
  EXPECT_TRUE(soon([&] { return run(queue) && special > 0; }));
}

TEST_F(CodeInTheMaking, DoesNotHoldUpTheEndOfTheProcess) {
  const auto body = [&] {
    alarm(20);
    EXPECT_TRUE(begin(makeQueue(kInOrder)));
    std::exit(7);
  };
  EXPECT_EXIT(body(), testing::ExitedWithCode(7), "");
}

// The thread that makes it is not in the child.
TEST_F(CodeInTheMaking, IsNotWaitedForInAForkedChild) {
  if (LW_THREAD_SANITIZER) GTEST_SKIP() << "ThreadSanitizer ends a forked child that makes threads";
  ASSERT_TRUE(begin(makeQueue(kInOrder)));
  const auto body = [&] {
    mayEnd = true;
    auto* queue = new Queue(*context_, device_, kInOrder, {});
    if (!run(*queue) || general != 4) return 1;
    // Code for another kind is made by a thread of the child.
    if (!soon([&] { return run(*queue, kOther) && special > 0; })) return 2;
    return 0;
  };
  EXPECT_EQ(test::inChild(body), 0);
}

}  // namespace
}  // namespace lanewise
