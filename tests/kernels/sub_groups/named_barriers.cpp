// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named barriers: some of the sub-groups of a work-group wait for each other. Without the barrier
// the results are wrong; with a barrier that counts wrongly a kernel does not end.
#include "sub_groups/sub_groups.h"

namespace kernels {
namespace {

constexpr size_t kGroups = 3;

class NamedBarriers : public testing::Test {
 protected:
  void SetUp() override {
    if (!TestDevice::get().hasExtension("cl_khr_subgroup_named_barrier"))
      GTEST_SKIP() << "the device has no named barriers";
  }
};

struct Ids {
  cl_uint subGroup, subGroups, size;
};

// For each work-item of the work-group `local`, of a kernel with this attribute.
std::vector<Ids> idsOf(size_t local, const std::string& attribute) {
  const Buffer<cl_uint4> out(local, cl_uint4{});
  const std::string source = attribute + R"(
kernel void ids(global uint4* out) {
  out[get_global_id(0)] =
      (uint4)(get_sub_group_id(), get_num_sub_groups(), get_max_sub_group_size(), 0);
})";
  KernelCall(TestDevice::get().sourceProgram(source, kOptions), "ids", "ids")
      .add(out)
      .run(range1(local, local));
  std::vector<Ids> ids;
  for (const cl_uint4& one : out.read()) ids.push_back({one.s[0], one.s[1], one.s[2]});
  return ids;
}

std::vector<cl_uint> runSource(const std::string& source, size_t local,
                               const std::string& options = kOptions) {
  const Buffer<cl_uint> out(kGroups * local, 0u);
  KernelCall(TestDevice::get().sourceProgram(source, options), "k", "k")
      .add(out)
      .run(range1(kGroups * local, local));
  return out.read();
}

std::vector<std::string> attributes() {
  std::vector<std::string> all{""};
  for (const size_t size : sizesToRequire()) all.push_back(requiredSize(size));
  return all;
}

// Full sub-groups, a last one of one work-item, and a half one.
constexpr size_t kLocalSizes[] = {128, 129, 200};

TEST_F(NamedBarriers, OfTheHalvesOfAWorkGroupInSpirv) {
  for (const size_t local : kLocalSizes) {
    SCOPED_TRACE(local);
    const std::vector<Ids> ids = idsOf(local, "");
    const Buffer<cl_uint> out(kGroups * local, 0u);
    KernelCall("sub_groups/named_barriers", "halves").add(out).run(range1(kGroups * local, local));
    const std::vector<cl_uint> sums = out.read();
    for (size_t i = 0; i < sums.size(); ++i) {
      const auto [subGroup, subGroups, size] = ids[i % local];
      const cl_uint half = subGroups / 2, next = subGroup + 1;
      const cl_uint from = (next == subGroups ? half : next == half ? 0 : next) * size;
      ASSERT_EQ(sums[i], 8 * from + 256 * 28) << "work-item " << i;
    }
  }
}

// One sub-group produces what the others consume. Producer and consumers meet twice in each round.
TEST_F(NamedBarriers, OfProducersAndConsumers) {
  for (const std::string& attribute : attributes())
    for (const size_t local : kLocalSizes) {
      SCOPED_TRACE(attribute + " " + std::to_string(local));
      const std::vector<cl_uint> out = runSource(attribute + R"(
kernel void k(global uint* out) {
  local uint produced;
  local NamedBarrier_t* full = named_barrier_init(get_num_sub_groups());
  local NamedBarrier_t* empty = named_barrier_init(get_num_sub_groups());
  uint sum = 0;
  if (get_sub_group_id() == get_num_sub_groups() - 1) {
    for (uint i = 1; i <= 10; ++i) {
      if (get_sub_group_local_id() == 0) produced = i * i;
      work_group_named_barrier(full, CLK_LOCAL_MEM_FENCE);
      sum += produced;
      work_group_named_barrier(empty, CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    }
  } else {
    for (uint i = 1; i <= 10; ++i) {
      work_group_named_barrier(full, CLK_LOCAL_MEM_FENCE);
      sum += produced;
      work_group_named_barrier(empty, CLK_LOCAL_MEM_FENCE);
    }
  }
  out[get_global_id(0)] = sum;
})",
                                                 local);
      EXPECT_EQ(out, std::vector<cl_uint>(kGroups * local, 385));
    }
}

// Nine barriers, one for each pair of neighbours, and one for all; private values live across them.
TEST_F(NamedBarriers, OfPairsOfSubGroupsInARow) {
  const std::string source = R"(
void meet(local NamedBarrier_t* pair, local uint* cells, uint from, uint value) {
  if (get_sub_group_local_id() == 0) cells[from] = value;
  work_group_named_barrier(pair, CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
}
SIZE kernel void k(global uint* out) {
  local uint cells[64];
  local NamedBarrier_t* all = named_barrier_init(get_num_sub_groups());
  local NamedBarrier_t* p0 = named_barrier_init(2);
  local NamedBarrier_t* p1 = named_barrier_init(2);
  local NamedBarrier_t* p2 = named_barrier_init(2);
  local NamedBarrier_t* p3 = named_barrier_init(2);
  local NamedBarrier_t* p4 = named_barrier_init(2);
  local NamedBarrier_t* p5 = named_barrier_init(2);
  local NamedBarrier_t* p6 = named_barrier_init(2);
  local NamedBarrier_t* p7 = named_barrier_init(2);
  const uint id = get_sub_group_id(), last = get_num_sub_groups() - 1;
  double own = get_global_id(0) * 0.5;
  uint value = id;
  for (uint i = 0; i <= last; ++i) {
    local NamedBarrier_t* pairs[8] = {p0, p1, p2, p3, p4, p5, p6, p7};
    // A value moves from sub-group to sub-group, from the last to the first.
    if (id < last) { work_group_named_barrier(pairs[id], CLK_LOCAL_MEM_FENCE); value = cells[id]; }
    if (id > 0) meet(pairs[id - 1], cells, id - 1, value + 1);
    work_group_named_barrier(all, CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = value + (uint)(own * 2) - get_global_id(0);
})";
  for (const size_t size : sizesToRequire()) {
    SCOPED_TRACE(size);
    const size_t local = 9 * size - size / 2;
    const std::string text =
        std::string(source).replace(source.find("SIZE"), 4, requiredSize(size));
    const std::vector<cl_uint> out = runSource(text, local);
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(out[i], 8 + (8 - i % local / size)) << "work-item " << i;
  }
}

// A barrier is another one in each iteration: who is late is not counted for the next one.
TEST_F(NamedBarriers, InitializedInALoopWithGrowingCounts) {
  for (const std::string& attribute : attributes()) {
    SCOPED_TRACE(attribute);
    const std::vector<cl_uint> out = runSource(attribute + R"(
kernel void k(global uint* out) {
  local uint seen[256];
  uint sum = 0;
  for (uint i = 1; i <= min(get_num_sub_groups(), 5u); ++i) {
    local NamedBarrier_t* some = named_barrier_init(i);
    if (get_sub_group_id() < i) {
      if (get_sub_group_local_id() == 0) seen[get_sub_group_id()] = i;
      work_group_named_barrier(some, CLK_LOCAL_MEM_FENCE);
      for (uint other = 0; other < i; ++other) sum += seen[other] == i;
      work_group_named_barrier(some, CLK_LOCAL_MEM_FENCE);
    } else {
      sum += i;
    }
  }
  out[get_global_id(0)] = sum - min(get_num_sub_groups(), 5u) * (min(get_num_sub_groups(), 5u) + 1) / 2;
})",
                                               160);
    EXPECT_EQ(out, std::vector<cl_uint>(kGroups * 160, 0));
  }
}

TEST_F(NamedBarriers, WithWorkGroupBarriersAndCollectives) {
  for (const std::string& attribute : attributes()) {
    SCOPED_TRACE(attribute);
    const std::vector<cl_uint> out = runSource(attribute + R"(
kernel void k(global uint* out) {
  local uint values[200];
  local NamedBarrier_t* odd = named_barrier_init(get_num_sub_groups() / 2);
  const uint id = get_local_id(0);
  values[id] = id;
  uint sum = work_group_reduce_add(id);
  if (get_sub_group_id() % 2 == 1) {
    work_group_named_barrier(odd, CLK_LOCAL_MEM_FENCE);
    sum += sub_group_reduce_add(1u) - get_sub_group_size();
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += values[get_local_size(0) - 1 - id];
  if (get_sub_group_id() % 2 == 1) work_group_named_barrier(odd, 0);
  out[get_global_id(0)] = work_group_scan_inclusive_add(1u) + sum;
})",
                                               200);
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_EQ(out[i], i % 200 + 1 + 19900 + 199 - i % 200) << "work-item " << i;
  }
}

TEST_F(NamedBarriers, InCppForOpenclAndWithoutOptimization) {
  const std::string source = R"(
kernel void k(global uint* out) {
  local uint value;
  local NamedBarrier_t* all = named_barrier_init(get_num_sub_groups());
  if (get_local_id(0) == get_local_size(0) - 1) value = 7;
  work_group_named_barrier(all, CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = value;
})";
  for (const char* options :
       {"-cl-std=CLC++2021", "-cl-std=CL2.0", "-cl-opt-disable -cl-std=CL3.0"}) {
    SCOPED_TRACE(options);
    EXPECT_EQ(runSource(source, 100, options), std::vector<cl_uint>(kGroups * 100, 7));
  }
}

}  // namespace
}  // namespace kernels
