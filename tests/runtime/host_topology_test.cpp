// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order and the cache domains of processors, from files of an imitated /sys.
#include "runtime/host/topology.h"

#include "runtime/device/sub_devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace lanewise;

namespace {

/// Two nodes of four processors; two processors share an L1 and an L2, four an L3. Numbered as
/// on real machines: 0 to 3 are first threads, 4 to 7 the second ones.
struct HostTopologyTest : ::testing::Test {
  HostTopologyTest() {
    write("node/has_cpu", "0-1\n");
    write("node/node0/cpulist", "0-1,4-5\n");
    write("node/node1/cpulist", "2-3,6-7\n");
    for (int cpu = 0; cpu < 8; ++cpu) {
      const int core = cpu % 4, node = core / 2;
      const std::string pair = std::to_string(core) + "," + std::to_string(core + 4) + "\n";
      cache(cpu, 0, "1", "Data", pair);
      cache(cpu, 1, "1", "Instruction", "0-7\n");
      cache(cpu, 2, "2", "Unified", pair);
      cache(cpu, 3, "3", "Unified", node ? "2-3,6-7\n" : "0-1,4-5\n");
    }
  }
  ~HostTopologyTest() override { std::filesystem::remove_all(root_); }
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = root_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  void cache(int cpu, int index, const char* level, const char* type, const std::string& shared) {
    const std::string folder =
        "cpu/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/";
    write(folder + "level", level);
    write(folder + "type", type);
    write(folder + "shared_cpu_list", shared);
  }
  std::vector<int> numbers(std::span<const Processor> processors) {
    std::vector<int> all;
    for (const Processor& processor : processors) all.push_back(processor.number);
    return all;
  }
  const std::string root_ = ::testing::TempDir() + "topology" + std::to_string(getpid());
  const std::vector<int> all_ = {0, 1, 2, 3, 4, 5, 6, 7};
};

}  // namespace

TEST_F(HostTopologyTest, NeighboursStandSideBySide) {
  const auto processors = describeProcessors(all_, root_);
  EXPECT_EQ(numbers(processors), (std::vector<int>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(processors[1].domain[Processor::L1], 0);
  EXPECT_EQ(processors[2].domain[Processor::L1], 1);
  EXPECT_EQ(processors[3].domain[Processor::L3], 0);
  EXPECT_EQ(processors[4].domain[Processor::L3], 2);
  EXPECT_EQ(processors[7].domain[Processor::Numa], 2);
  EXPECT_EQ(processors[7].domain[Processor::L4], 0) << "there is none: all are in one";
}

TEST_F(HostTopologyTest, PositionsFollowTheOrder) {
  const ProcessorPositions positions(describeProcessors(all_, root_));
  EXPECT_EQ(positions.count(), 8u);
  EXPECT_EQ(positions.of(4), 1u);
  EXPECT_EQ(positions.of(2), 4u);
  EXPECT_EQ(positions.of(8), 0u) << "it is none of them";
  EXPECT_EQ(positions.of(-1), 0u);
  EXPECT_EQ(ProcessorPositions().count(), 1u);
}

TEST_F(HostTopologyTest, NodesAreReadForTheSameProcessorsAsCaches) {
  auto without = numbers(probeNodes()), with = numbers(probeProcessors());
  std::ranges::sort(without);
  std::ranges::sort(with);
  EXPECT_EQ(without, with);
}

TEST_F(HostTopologyTest, TheDomainsOfAPartAreThoseOfItsProcessors) {
  const std::vector<int> some = {5, 7};
  const auto processors = describeProcessors(some, root_);
  EXPECT_EQ(numbers(processors), some);
  EXPECT_NE(processors[0].domain[Processor::Numa], processors[1].domain[Processor::Numa]);
}

TEST_F(HostTopologyTest, UnitsAreSharesOfTheProcessors) {
  const auto processors = describeProcessors(all_, root_);
  const auto of = [&](uint32_t all, uint32_t begin, uint32_t count) {
    return numbers(processorsOfUnits(processors, all, begin, count));
  };
  EXPECT_EQ(of(8, 0, 2), (std::vector<int>{0, 4}));
  EXPECT_EQ(of(8, 6, 2), (std::vector<int>{3, 7}));
  EXPECT_EQ(of(2, 1, 1), (std::vector<int>{2, 6, 3, 7})) << "fewer units than processors";
  EXPECT_EQ(of(16, 3, 1), (std::vector<int>{4})) << "more units than processors";
  EXPECT_EQ(of(16, 15, 1), (std::vector<int>{7}));
}

TEST(ProcessorListTest, ReadsRangesAndSingles) {
  EXPECT_EQ(parseProcessorList("0-2,8\n"), (std::vector<int>{0, 1, 2, 8}));
  EXPECT_EQ(parseProcessorList("5"), std::vector<int>{5});
  EXPECT_TRUE(parseProcessorList("").empty());
  EXPECT_TRUE(parseProcessorList("none").empty());
  EXPECT_EQ(parseProcessorList("3,"), std::vector<int>{3});
  EXPECT_EQ(parseProcessorList("3-"), std::vector<int>{});
}

TEST(BoundThreadTest, IsBoundForItsTimeOnly) {
  const auto processors = probeProcessors();
  ASSERT_FALSE(processors.empty());
  cpu_set_t before, inside, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  {
    const ProcessorSet last(std::span(processors).last(1));
    const BoundThread bound(&last);
    ASSERT_EQ(sched_getaffinity(0, sizeof inside, &inside), 0);
    EXPECT_EQ(CPU_COUNT(&inside), 1);
    EXPECT_TRUE(CPU_ISSET(processors.back().number, &inside));
    EXPECT_EQ(sched_getcpu(), processors.back().number);
  }
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}
