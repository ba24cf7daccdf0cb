// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many children: deep, wide, large, and while their parent runs.
#include "device_queues/device_queues.h"

#include <sys/resource.h>

namespace kernels {
namespace {

constexpr const char* kOptions = kLanguages[1];

const char kChain[] = R"(
void step(global int* out, queue_t q, int depth, int event) {
  out[0] += 1;
  if (depth == 0) return;
  if (event) {
    clk_event_t done;
    out[1] |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), 0, 0, &done,
                             ^{ step(out, q, depth - 1, 1); });
    release_event(done);
  } else {
    out[1] |= enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1),
                             ^{ step(out, q, depth - 1, 0); });
  }
}
kernel void parent(global int* out, queue_t q, int depth, int event) { step(out, q, depth, event); }
)";

TEST(ManyChildren, OfEachOther) {
  const DeviceQueue queue;
  for (const int event : {0, 1}) {
    const Buffer<int> out(2);
    runSource(kChain, kOptions, "parent", range1(1), out, queue.get(), 10'000, event);
    EXPECT_EQ(out.read(), (std::vector<int>{10'001, 0})) << (event ? "with events" : "");
  }
}

// A command whose event nobody has is forgotten when it has ended.
TEST(ManyChildren, OfEachOtherNeedNoMoreMemory) {
  const DeviceQueue queue(0, 16 << 10);
  const Buffer<int> out(2);
  runSource(kChain, kOptions, "parent", range1(1), out, queue.get(), 1000, 0);
  rusage before = {}, after = {};
  getrusage(RUSAGE_SELF, &before);
  runSource(kChain, kOptions, "parent", range1(1), out, queue.get(), 300'000, 0);
  getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(out.read(), (std::vector<int>{301'002, 0}));
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 16 << 10) << "KiB";
}

TEST(ManyChildren, OfAllWorkItems) {
  constexpr size_t kItems = 1 << 15;
  const DeviceQueue queue(0, 64 << 20);
  const Buffer<int> out(kItems), failed(1);
  runSource(R"(
kernel void parent(global int* out, queue_t q, global atomic_int* failed) {
  const int id = get_global_id(0);
  if (enqueue_kernel(q, id % 3, ndrange_1D(1), ^{ out[id] = id; }) != 0) atomic_fetch_add(failed, 1);
})",
            kOptions, "parent", range1(kItems, 64), out, queue.get(), failed);
  EXPECT_EQ(failed.read()[0], 0);
  const std::vector<int> found = out.read();
  for (size_t i = 0; i < kItems; ++i) ASSERT_EQ(found[i], int(i));
}

TEST(ManyChildren, OfManyWorkItems) {
  constexpr size_t kItems = 1 << 16;
  const DeviceQueue queue;
  const Buffer<int> out(kItems);
  runSource(R"(
kernel void parent(global int* out, queue_t q) {
  for (int i = 0; i < 100; ++i)
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1 << 16),
                   ^{ atomic_fetch_add((global atomic_int*)&out[get_global_id(0)], i); });
})",
            kOptions, "parent", range1(1), out, queue.get());
  for (const int value : out.read()) ASSERT_EQ(value, 99 * 100 / 2);
}

// The parent waits for it, which OpenCL does not promise, but a queue thread is there.
TEST(ManyChildren, BeginWhileTheParentRuns) {
  const DeviceQueue queue;
  const Buffer<int> out(2);
  runSource(R"(
kernel void parent(global atomic_int* out, queue_t q) {
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ atomic_store(&out[0], 1); });
  for (long i = 0; i < 100000000 && atomic_load(&out[0]) == 0; ++i) {}
  atomic_store(&out[1], atomic_load(&out[0]));
})",
            kOptions, "parent", range1(1), out, queue.get());
  EXPECT_EQ(out.read(), (std::vector<int>{1, 1}));
}

}  // namespace
}  // namespace kernels
