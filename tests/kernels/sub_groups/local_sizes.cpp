// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups of work-groups of every shape: which work-items they have, and what divergent
// work-items of one compute together, against work-items that are simulated on the host.
#include "sub_groups/sub_groups.h"

#include <algorithm>

namespace kernels {
namespace {

constexpr size_t kResults = 8;

// Work-items leave the loop and take the branches at different times. Accesses are by ids along x,
// y and z, and in the loop by an index that begins with an id.
const char kSource[] = R"(
kernel void k(global const int* in, global int* out) {
  const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
               z = get_global_id(2) - get_global_offset(2);
  const size_t at = (z * get_global_size(1) + y) * get_global_size(0) + x;
  const int v = in[at];
  global int* const to = out + at * 8;
  to[0] = sub_group_reduce_add(v);
  to[1] = sub_group_scan_exclusive_max(v);
  to[2] = sub_group_shuffle(v, (get_sub_group_local_id() + 1) % get_sub_group_size());
  int sum = 0;
  uint votes = 0;
  for (int i = 0; i < (v & 7); ++i) {
    sum += sub_group_non_uniform_reduce_add(v + i);
    if (v & 1 << i) {
      const uint4 ballot = sub_group_ballot(v > i * 8);
      votes = votes * 3 + ballot.x + ballot.y * 5;
      if (sub_group_non_uniform_any(v == 42)) votes ^= sub_group_broadcast_first(v);
    }
  }
  to[3] = sum;
  to[4] = (int)votes;
  to[5] = (int)(get_local_id(0) + 100 * get_local_id(1) + 10000 * get_local_id(2));
  int column = 0;
  for (size_t i = x; i < get_global_size(0); i += 7) column += in[i];
  to[6] = sub_group_scan_inclusive_add(column);
  to[7] = (int)((int)get_global_id(0) - (int)get_global_offset(0)) + (int)get_local_linear_id();
})";

struct Item {
  std::array<size_t, 3> local, global;
  int value, column;
  std::array<int, kResults> result = {};
};

// What the work-items of one sub-group compute. Bits of ballots are their places in it.
void simulate(std::vector<Item>& items) {
  const auto lanes = [&](auto predicate) {
    std::vector<size_t> found;
    for (size_t i = 0; i < items.size(); ++i)
      if (predicate(items[i])) found.push_back(i);
    return found;
  };
  int sum = 0, most = std::numeric_limits<int>::min(), columns = 0;
  for (const Item& item : items) sum += item.value;
  for (size_t i = 0; i < items.size(); ++i) {
    Item& item = items[i];
    item.result[0] = sum;
    item.result[1] = most;
    most = std::max(most, item.value);
    item.result[2] = items[(i + 1) % items.size()].value;
    item.result[6] = columns += item.column;
  }
  for (int round = 0; round < 7; ++round) {
    int together = 0;
    for (const size_t i : lanes([&](const Item& item) { return (item.value & 7) > round; }))
      together += items[i].value + round;
    for (const size_t i : lanes([&](const Item& item) { return (item.value & 7) > round; }))
      items[i].result[3] += together;
    const auto voters = lanes(
        [&](const Item& item) { return (item.value & 7) > round && (item.value & 1 << round); });
    uint64_t ballot = 0;
    bool any = false;
    for (const size_t i : voters) {
      if (items[i].value > round * 8) ballot |= uint64_t{1} << i;
      any |= items[i].value == 42;
    }
    for (const size_t i : voters) {
      uint32_t votes =
          uint32_t(items[i].result[4]) * 3 + uint32_t(ballot) + uint32_t(ballot >> 32) * 5;
      if (any) votes ^= uint32_t(items[voters[0]].value);
      items[i].result[4] = int(votes);
    }
  }
}

// All work-items of the work-group that begins at `first`, in the order of their flattened ids.
std::vector<Item> itemsOf(const Range& range, const std::array<size_t, 3>& first,
                          const std::vector<int32_t>& in) {
  std::vector<Item> items;
  std::array<size_t, 3> size;
  for (int d = 0; d < 3; ++d) size[d] = std::min(range.local[d], range.global[d] - first[d]);
  for (size_t z = 0; z < size[2]; ++z)
    for (size_t y = 0; y < size[1]; ++y)
      for (size_t x = 0; x < size[0]; ++x) {
        Item item{{x, y, z}, {first[0] + x, first[1] + y, first[2] + z}, 0, 0};
        item.value = in[(item.global[2] * range.global[1] + item.global[1]) * range.global[0] +
                        item.global[0]];
        for (size_t i = item.global[0]; i < range.global[0]; i += 7) item.column += in[i];
        item.result[5] = int(x + 100 * y + 10000 * z);
        item.result[7] = int(item.global[0] + items.size());
        items.push_back(item);
      }
  return items;
}

void expectRange(const Range& range, const std::string& required, const std::string& options,
                 uint32_t size) {
  const size_t count = range.global[0] * range.global[1] * range.global[2];
  std::vector<int32_t> in(count);
  std::mt19937 random(uint32_t(count + range.local[0]));
  for (int32_t& value : in) value = int32_t(random() % 64);
  const Buffer<int32_t> inBuffer(in), out(count * kResults, 0);
  const std::string source = required + kSource;
  KernelCall(TestDevice::get().sourceProgram(source, options), required, "k")
      .add(inBuffer)
      .add(out)
      .run(range);
  const std::vector<int32_t> told = out.read();
  std::array<size_t, 3> first;
  for (first[2] = 0; first[2] < range.global[2]; first[2] += range.local[2])
    for (first[1] = 0; first[1] < range.global[1]; first[1] += range.local[1])
      for (first[0] = 0; first[0] < range.global[0]; first[0] += range.local[0]) {
        const std::vector<Item> group = itemsOf(range, first, in);
        for (size_t begin = 0; begin < group.size(); begin += size) {
          std::vector<Item> items(
              group.begin() + long(begin),
              group.begin() + long(std::min<size_t>(begin + size, group.size())));
          simulate(items);
          for (const Item& item : items)
            for (size_t i = 0; i < kResults; ++i)
              ASSERT_EQ(
                  told[((item.global[2] * range.global[1] + item.global[1]) * range.global[0] +
                        item.global[0]) *
                           kResults +
                       i],
                  item.result[i])
                  << "result " << i << " of work-item " << item.global[0] << ", " << item.global[1]
                  << ", " << item.global[2] << " in groups of " << range.local[0] << " x "
                  << range.local[1] << " x " << range.local[2] << ", sub-groups of " << size;
        }
      }
}

uint32_t subGroupSize(const std::string& required, const std::string& options) {
  const Buffer<uint32_t> size(1);
  KernelCall(
      TestDevice::get().sourceProgram(
          required + "kernel void size(global uint* out) { *out = get_max_sub_group_size(); }",
          options),
      required, "size")
      .add(size)
      .run(range1(1, 1));
  return size.read()[0];
}

/// With the size that the device chooses, and with each one that a kernel may require.
void expectRanges(const std::vector<Range>& ranges, const std::string& moreOptions = "") {
  const std::string options = kOptions + moreOptions;
  std::vector<std::string> requirements = {""};
  for (const size_t size : sizesToRequire()) requirements.push_back(requiredSize(size) + "\n");
  for (const std::string& required : requirements) {
    const uint32_t size = subGroupSize(required, options);
    for (const Range& range : ranges) {
      expectRange(range, required, options, size);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(SubGroupLocalSizes, OfOneDimension) {
  expectRanges({range1(5, 1), range1(9, 3), range1(49, 7), range1(256, 64), range1(300, 100),
                range1(512, 256)});
}
TEST(SubGroupLocalSizes, OfSeveralDimensions) {
  expectRanges({range2({16, 24}, {8, 8}), range2({32, 32}, {16, 16}), range2({64, 4}, {32, 2}),
                range2({1, 40}, {1, 20}), range3({10, 6, 4}, {5, 3, 2}),
                range3({4, 4, 12}, {2, 4, 6})});
}
TEST(SubGroupLocalSizes, OfGroupsThatAreSmallerAtTheEnd) {
  if (!TestDevice::get().hasNonUniformWorkGroups()) GTEST_SKIP() << "no such groups";
  expectRanges({range1(100, 33), range2({37, 11}, {16, 4}), range3({7, 9, 5}, {4, 4, 4})});
}
TEST(SubGroupLocalSizes, OfKernelsThatAreNotOptimized) {
  expectRanges(
      {range1(49, 7), range1(512, 256), range2({16, 24}, {8, 8}), range3({10, 6, 4}, {5, 3, 2})},
      " -cl-opt-disable");
}
// 32-bit ids wrap inside of a vector, which is a sub-group nevertheless.
TEST(SubGroupLocalSizes, WhereIdsCrossTheLargestNumber) {
  expectRanges({range1(64, 32, (size_t{1} << 31) - 19),
                range2({32, 4}, {16, 2}, {(size_t{1} << 32) - 5, 3})});
}

}  // namespace
}  // namespace kernels
