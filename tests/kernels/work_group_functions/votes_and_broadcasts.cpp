// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// work_group_all, work_group_any and work_group_broadcast.
#include "work_group_functions/groups.h"

namespace kernels {
namespace {

TEST(WorkGroupVotes, AllAndAny) {
  const std::string text = std::string(kHead) + R"(
kernel void votes(global const int* in, global int* all, global int* any) {
  all[me()] = work_group_all(in[me()]) != 0;
  any[me()] = work_group_any(in[me()]) != 0;
})";
  for (const Range& range : someRanges()) {
    const std::vector<Group> groups = groupsOf(range);
    std::vector<int> in(itemsOf(range)), all(in.size()), any(in.size());
    // None, all but the last one, only the first one, all.
    for (size_t g = 0; g < groups.size(); ++g) {
      const auto& items = groups[g].items;
      for (size_t i = 0; i < items.size(); ++i)
        in[items[i]] = g % 4 == 0   ? 0
                       : g % 4 == 1 ? int(i + 1 < items.size()) * 256
                       : g % 4 == 2 ? -int(i == 0)
                                    : int(i + 1);
      for (size_t item : items) {
        all[item] = std::all_of(items.begin(), items.end(), [&](size_t i) { return in[i]; });
        any[item] = std::any_of(items.begin(), items.end(), [&](size_t i) { return in[i]; });
      }
    }
    const Buffer<int> inBuffer(in), allBuffer(in.size(), 2), anyBuffer(in.size(), 2);
    KernelCall(TestDevice::get().sourceProgram(text, kOptions), "votes", "votes")
        .add(inBuffer)
        .add(allBuffer)
        .add(anyBuffer)
        .run(range);
    expectEqual(allBuffer.read(), all, "work_group_all", range);
    expectEqual(anyBuffer.read(), any, "work_group_any", range);
  }
}

template <class T>
struct WorkGroupBroadcast : testing::Test {};
TYPED_TEST_SUITE(WorkGroupBroadcast, Types, TypeNames);

// From every work-item of the smallest group in turn, to at most 20 of them.
TYPED_TEST(WorkGroupBroadcast, InEachDimension) {
  const std::string type = kTypeName<TypeParam>;
  std::string text = kHead;
  const char* const ids[] = {"x", "x, y", "x, y, z"};
  for (int dim = 1; dim <= 3; ++dim)
    text += "kernel void broadcast" + std::to_string(dim) + "(global const " + type +
            "* in, global " + type + "* out, uint x, uint y, uint z) {\n" +
            "  out[me()] = work_group_broadcast(in[me()], " + ids[dim - 1] + ");\n}\n";
  for (const Range& range : someRanges()) {
    const std::vector<Group> groups = groupsOf(range);
    std::array<size_t, 3> size = groups[0].size;
    for (const Group& group : groups)
      for (int dim = 0; dim < 3; ++dim) size[dim] = std::min(size[dim], group.size[dim]);
    const std::vector<TypeParam> in = valuesFor<TypeParam>("add", itemsOf(range));
    const size_t items = size[0] * size[1] * size[2];
    for (size_t source = 0; source < items; source += std::max<size_t>(1, items / 20)) {
      const uint32_t x = source % size[0], y = source / size[0] % size[1],
                     z = source / size[0] / size[1];
      std::vector<TypeParam> expected(in.size());
      for (const Group& group : groups)
        for (size_t item : group.items)
          expected[item] = in[group.items[(z * group.size[1] + y) * group.size[0] + x]];
      const Buffer<TypeParam> inBuffer(in), out(in.size(), TypeParam(0));
      KernelCall(TestDevice::get().sourceProgram(text, kOptions), "broadcast",
                 "broadcast" + std::to_string(range.dimensions))
          .add(inBuffer)
          .add(out)
          .add(x)
          .add(y)
          .add(z)
          .run(range);
      expectEqual(out.read(), expected, "from " + std::to_string(source), range);
      if (this->HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace kernels
