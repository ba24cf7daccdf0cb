// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ids and sizes of sub-groups for every shape of a work-group, sub-group barriers, and masks.
#include "sub_groups/sub_groups.h"

namespace kernels {
namespace {

const char kIdsSource[] = R"(
kernel void ids(global uint8* out) {
  const size_t at = get_global_linear_id();
  out[at].s0 = get_sub_group_size();
  out[at].s1 = get_max_sub_group_size();
  out[at].s2 = get_num_sub_groups();
  out[at].s3 = get_enqueued_num_sub_groups();
  out[at].s4 = get_sub_group_id();
  out[at].s5 = get_sub_group_local_id();
  out[at].s6 = get_local_linear_id();
  out[at].s7 = get_local_size(0) * get_local_size(1) * get_local_size(2);
})";

void expectIds(const Range& range) {
  const size_t count = range.global[0] * range.global[1] * range.global[2];
  const Buffer<cl_uint8> out(count, cl_uint8{});
  KernelCall(TestDevice::get().sourceProgram(kIdsSource, kOptions), "ids", "ids")
      .add(out)
      .run(range);
  const size_t enqueued = range.local[0] * range.local[1] * range.local[2];
  for (const cl_uint8& told : out.read()) {
    const cl_uint size = told.s[0], maxSize = told.s[1], item = told.s[6], items = told.s[7];
    ASSERT_GE(maxSize, 1u);
    EXPECT_EQ(told.s[2], (items + maxSize - 1) / maxSize);
    EXPECT_EQ(told.s[3], (enqueued + maxSize - 1) / maxSize);
    EXPECT_EQ(told.s[4], item / maxSize);
    EXPECT_EQ(told.s[5], item % maxSize);
    EXPECT_EQ(size, std::min(maxSize, items - told.s[4] * maxSize));
  }
}

TEST(SubGroupIds, AlongOneDimension) { expectIds(range1(96, 32)); }
TEST(SubGroupIds, OfGroupsOfOne) { expectIds(range1(7, 1)); }
TEST(SubGroupIds, AlongThreeDimensions) { expectIds(range3({10, 6, 4}, {5, 3, 2})); }
TEST(SubGroupIds, InGroupsThatAreSmallerAtTheEnd) {
  if (!TestDevice::get().hasNonUniformWorkGroups()) GTEST_SKIP() << "no such groups";
  expectIds(range2({13, 11}, {4, 3}));
  expectIds(range1(100, 33));
}

const char kMasksSource[] = R"(
kernel void masks(global uint4* out) {
  const size_t at = 5 * get_global_id(0);
  out[at] = get_sub_group_eq_mask();
  out[at + 1] = get_sub_group_ge_mask();
  out[at + 2] = get_sub_group_gt_mask();
  out[at + 3] = get_sub_group_le_mask();
  out[at + 4] = get_sub_group_lt_mask();
})";

TEST(SubGroupIds, MasksHaveTheBitsOfTheLocalIdsThatTheyAreNamedAfter) {
  const Launch& launch = fullSubGroups();
  const Buffer<cl_uint4> out(5 * launch.items(), cl_uint4{});
  KernelCall(TestDevice::get().sourceProgram(kMasksSource, kOptions), "masks", "masks")
      .add(out)
      .run(launch.range);
  const std::vector<cl_uint4> told = out.read();
  for (const auto& members : launch.subGroups)
    for (uint32_t lane = 0; lane < members.size(); ++lane)
      for (uint32_t bit = 0; bit < 128; ++bit) {
        const bool inside = bit < launch.maxSize;
        const bool expected[5] = {bit == lane, inside && bit >= lane, inside && bit > lane,
                                  bit <= lane, bit < lane};
        for (int mask = 0; mask < 5; ++mask)
          ASSERT_EQ(told[5 * members[lane] + mask].s[bit / 32] >> bit % 32 & 1, expected[mask])
              << "mask " << mask << " of local id " << lane << ", bit " << bit;
      }
}

const char kBarriersSource[] = R"(
kernel void barriers(global int* out, local int* shared) {
  const uint item = get_local_id(0), lane = get_sub_group_local_id();
  const uint first = item - lane, size = get_sub_group_size();
  int sum = 0;
  for (uint round = 0; round < 4; ++round) {
    shared[item] = (int)(item * 10 + round);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared[first + (lane + round) % size];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    if (round == 1) sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  }
  if (get_sub_group_id() % 2) sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
})";

TEST(SubGroupIds, BarriersOfSubGroupsLetItsWorkItemsShareMemory) {
  const Launch& launch = someSmallerSubGroups();
  const Buffer<cl_int> out(launch.items());
  KernelCall(TestDevice::get().sourceProgram(kBarriersSource, kOptions), "barriers", "barriers")
      .add(out)
      .add(localArray<cl_int>(launch.range.local[0]))
      .run(launch.range);
  const std::vector<cl_int> told = out.read();
  for (const auto& members : launch.subGroups)
    for (uint32_t lane = 0; lane < members.size(); ++lane) {
      int expected = 0;
      for (uint32_t round = 0; round < 4; ++round)
        expected +=
            int(members[(lane + round) % members.size()] % launch.range.local[0] * 10 + round);
      EXPECT_EQ(told[members[lane]], expected) << members[lane];
    }
}

const char kAtomicsSource[] = R"(
kernel void atomics(global atomic_int* counters, global int* out, local atomic_int* shared) {
  const uint group = get_group_id(0) * get_enqueued_num_sub_groups() + get_sub_group_id();
  if (get_sub_group_local_id() == 0)
    atomic_store_explicit(&shared[get_sub_group_id()], 0, memory_order_release, memory_scope_sub_group);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&counters[group], 2, memory_order_relaxed, memory_scope_sub_group);
  atomic_fetch_add_explicit(&shared[get_sub_group_id()], 3, memory_order_acq_rel,
                            memory_scope_sub_group);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] =
      atomic_load_explicit(&counters[group], memory_order_acquire, memory_scope_sub_group) * 1000 +
      atomic_load_explicit(&shared[get_sub_group_id()], memory_order_acquire, memory_scope_sub_group);
})";

TEST(SubGroupIds, AtomicsOfTheScopeOfSubGroups) {
  const Launch& launch = someSmallerSubGroups();
  const Buffer<cl_int> counters(launch.items()), out(launch.items());
  KernelCall(TestDevice::get().sourceProgram(kAtomicsSource, kOptions), "atomics", "atomics")
      .add(counters)
      .add(out)
      .add(localArray<cl_int>(launch.range.local[0]))
      .run(launch.range);
  const std::vector<cl_int> told = out.read();
  for (const auto& members : launch.subGroups)
    for (const uint32_t item : members) EXPECT_EQ(told[item], int(members.size()) * 2003) << item;
}

}  // namespace
}  // namespace kernels
