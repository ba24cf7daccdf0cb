// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Independent forward progress: a sub-group that waits in a loop gets what another one of the same
// work-group writes. Without progress these kernels do not end.
#include "sub_groups/sub_groups.h"

#include <algorithm>
#include <numeric>

namespace kernels {
namespace {

constexpr size_t kLocal = 100, kGroups = 3;

std::vector<cl_uint> runOn(const std::string& source, size_t local = kLocal,
                           const std::string& options = kOptions) {
  const Buffer<cl_uint> out(kGroups * local, 0u), memory(kGroups * 1024, 0u);
  KernelCall(TestDevice::get().sourceProgram(source, options), "k", "k")
      .add(out)
      .add(memory)
      .run(range1(kGroups * local, local));
  return out.read();
}

std::string sized(const std::string& source, size_t size) {
  return std::string(source).replace(source.find("SIZE"), 4, size ? requiredSize(size) : "");
}

// The sub-groups run in reverse order: each waits for the one behind it.
class Order : public testing::TestWithParam<const char*> {};

TEST_P(Order, OfSubGroupsIsThatOfTheValuesTheyWaitFor) {
  const std::string poll = GetParam();
  std::vector<size_t> sizes = sizesToRequire();
  sizes.push_back(0);
  for (size_t size : sizes) {
    SCOPED_TRACE("required size " + std::to_string(size));
    const std::string source = sized(R"(
#define POLL )" + poll + R"(
SIZE kernel void k(global uint* out, global uint* memory) {
  local uint turns[1];
  if (get_local_id(0) == 0) turns[0] = get_num_sub_groups();
  barrier(CLK_LOCAL_MEM_FENCE);
  volatile local uint* turn = turns;
  if (get_sub_group_local_id() == 0) {
    while (POLL != get_sub_group_id() + 1) ;
    out[get_global_id(0)] = get_num_sub_groups() - *turn;
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) atomic_dec(turn);
})",
                                     size);
    const std::vector<cl_uint> out = runOn(source);
    std::vector<cl_uint> orders;
    for (size_t i = 0; i < kLocal; ++i)
      if (out[i] != 0) orders.push_back(out[i]);
    EXPECT_TRUE(std::ranges::is_sorted(orders, std::greater<>{}));
    for (size_t i = 1; i < orders.size(); ++i) EXPECT_EQ(orders[i] + 1, orders[i - 1]);
  }
}

INSTANTIATE_TEST_SUITE_P(
    , Order,
    testing::Values("*turn", "atomic_add(turn, 0)", "atomic_cmpxchg(turn, 0, 0)",
                    "atomic_load((volatile local atomic_uint*)turn)",
                    "(atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, "
                    "memory_scope_work_group), turns[0])"));

TEST(Progress, OfSubGroupsThatMeetInGlobalMemory) {
  const std::vector<cl_uint> out = runOn(R"(
kernel void k(global uint* out, global uint* memory) {
  global atomic_uint* flags = (global atomic_uint*)memory + get_group_id(0) * 1024;
  const uint own = get_sub_group_id(), count = get_num_sub_groups();
  uint seen = 0;
  for (uint round = 1; round <= 20; ++round) {
    if (get_sub_group_local_id() == 0) atomic_store(flags + own, round);
    for (uint other = 0; other < count; ++other)
      while (atomic_load(flags + other) < round) ;
    seen += round;
  }
  out[get_global_id(0)] = seen;
})");
  EXPECT_EQ(out, std::vector<cl_uint>(kGroups * kLocal, 210));
}

TEST(Progress, KeepsPrivateValuesAndArraysOfEachWorkItem) {
  const std::vector<cl_uint> out = runOn(R"(
kernel void k(global uint* out, global uint* memory) {
  local atomic_uint turn;
  if (get_local_id(0) == 0) atomic_init(&turn, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint values[7];
  for (uint i = 0; i < 7; ++i) values[i] = get_global_id(0) * i;
  double half_id = get_global_id(0) * 0.5;
  const uint last = get_num_sub_groups() - 1 - get_sub_group_id();
  while (atomic_load(&turn) != last) values[get_global_id(0) % 7] |= 1u << 31;
  values[get_global_id(0) % 7] &= 0x7fffffff;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1);
  uint sum = (uint)(2 * half_id);
  for (uint i = 0; i < 7; ++i) sum += values[i];
  out[get_global_id(0)] = sum;
})");
  for (cl_uint i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], 22 * i) << "work-item " << i;
}

TEST(Progress, KeepsTheOrderOfWorkGroupScansAndBarriersWork) {
  const std::vector<cl_uint> out = runOn(R"(
kernel void k(global uint* out, global uint* memory) {
  local atomic_uint turn;
  local uint swapped[256];
  if (get_local_id(0) == 0) atomic_init(&turn, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_load(&turn) != get_num_sub_groups() - 1 - get_sub_group_id()) ;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1);
  uint sum = work_group_scan_inclusive_add((uint)get_local_id(0));
  swapped[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = swapped[get_local_size(0) - 1 - get_local_id(0)];
})");
  for (cl_uint i = 0; i < out.size(); ++i) {
    const cl_uint from = cl_uint(kLocal - 1 - i % kLocal);
    EXPECT_EQ(out[i], from * (from + 1) / 2) << "work-item " << i;
  }
}

TEST(Progress, OfASubGroupWhileOthersHaveEndedOrWaitAtABarrier) {
  const std::vector<cl_uint> out = runOn(R"(
kernel void k(global uint* out, global uint* memory) {
  local atomic_uint ready, met;
  if (get_local_id(0) == 0) { atomic_init(&ready, 0); atomic_init(&met, 0); }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() == 0)
    while (atomic_load(&ready) != get_num_sub_groups() - 1) ;
  else if (get_sub_group_local_id() == 0)
    atomic_fetch_add(&ready, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() != 0) {
    if (get_sub_group_local_id() == 0) atomic_fetch_add(&met, 1);
    out[get_global_id(0)] = 7;
    return;
  }
  while (atomic_load(&met) != get_num_sub_groups() - 1) ;
  out[get_global_id(0)] = 7;
})");
  EXPECT_EQ(out, std::vector<cl_uint>(kGroups * kLocal, 7));
}

// Without sub-group functions each work-item makes progress.
TEST(Progress, OfWorkItemsThatTakeALock) {
  const std::vector<cl_uint> out = runOn(R"(
kernel void k(global uint* out, global uint* memory) {
  global uint* lock = memory + get_group_id(0) * 1024;
  volatile global uint* count = lock + 1;
  while (atomic_cmpxchg(lock, 0, 1) != 0) ;
  const uint mine = *count;
  *count = mine + 1;
  atomic_xchg(lock, 0);
  out[get_global_id(0)] = mine;
})");
  for (size_t group = 0; group < kGroups; ++group) {
    std::vector<cl_uint> numbers(out.begin() + ptrdiff_t(group * kLocal),
                                 out.begin() + ptrdiff_t((group + 1) * kLocal));
    std::ranges::sort(numbers);
    std::vector<cl_uint> expected(kLocal);
    std::iota(expected.begin(), expected.end(), 0u);
    EXPECT_EQ(numbers, expected);
  }
}

TEST(Progress, WithoutOptimization) {
  const std::vector<cl_uint> out = runOn(R"(
kernel void k(global uint* out, global uint* memory) {
  local atomic_uint turn;
  if (get_local_id(0) == 0) atomic_init(&turn, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_load(&turn) != get_num_sub_groups() - 1 - get_sub_group_id()) ;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0) atomic_fetch_add(&turn, 1);
  out[get_global_id(0)] = 7;
})",
                                         kLocal, std::string(kOptions) + " -cl-opt-disable");
  EXPECT_EQ(out, std::vector<cl_uint>(kGroups * kLocal, 7));
}

TEST(Progress, IsWhatTheDeviceOffers) {
  cl_bool offered = CL_FALSE;
  clGetDeviceInfo(TestDevice::get().id(), CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
                  sizeof offered, &offered, nullptr);
  EXPECT_TRUE(offered);
  EXPECT_TRUE(TestDevice::get().hasExtension("cl_khr_subgroups"));
}

}  // namespace
}  // namespace kernels
