// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control groups as files in a temporary folder.
#include "runtime/host/cgroup.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace lanewise;
namespace fs = std::filesystem;

class CgroupTest : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    const fs::path file = root_.path() + path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text << "\n";
  }
  CgroupLimits read() { return readCgroupLimits(root_.path()); }

  void mountVersion2(const std::string& mounted = "/") {
    write("/proc/self/mountinfo",
          "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
          "30 20 0:26 " +
              mounted + " /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw");
  }

 private:
  const test::TemporaryFolder root_;
};

TEST_F(CgroupTest, NothingThereIsNoLimit) {
  EXPECT_EQ(read().memoryBytes, UINT64_MAX);
  EXPECT_GT(read().cpus, 1e6);
}

TEST_F(CgroupTest, Version2) {
  mountVersion2();
  write("/proc/self/cgroup", "0::/user/job");
  write("/sys/fs/cgroup/user/job/memory.max", "1073741824");
  write("/sys/fs/cgroup/user/job/cpu.max", "150000 100000");
  EXPECT_EQ(read().memoryBytes, 1u << 30);
  EXPECT_DOUBLE_EQ(read().cpus, 1.5);
}

TEST_F(CgroupTest, Version2WithoutALimit) {
  mountVersion2();
  write("/proc/self/cgroup", "0::/user");
  write("/sys/fs/cgroup/user/memory.max", "max");
  write("/sys/fs/cgroup/user/cpu.max", "max 100000");
  EXPECT_EQ(read().memoryBytes, UINT64_MAX);
  EXPECT_GT(read().cpus, 1e6);
}

TEST_F(CgroupTest, TheSmallestLimitOnTheWayUpHolds) {
  mountVersion2();
  write("/proc/self/cgroup", "0::/a/b/c");
  write("/sys/fs/cgroup/a/memory.max", "1000000");
  write("/sys/fs/cgroup/a/b/c/memory.max", "2000000");
  write("/sys/fs/cgroup/a/b/cpu.max", "50000 100000");
  write("/sys/fs/cgroup/a/b/c/cpu.max", "400000 100000");
  EXPECT_EQ(read().memoryBytes, 1000000u);
  EXPECT_DOUBLE_EQ(read().cpus, 0.5);
}

TEST_F(CgroupTest, InsideAContainerTheMountBeginsAtOurGroup) {
  mountVersion2("/docker/abc");
  write("/proc/self/cgroup", "0::/docker/abc/job");
  write("/sys/fs/cgroup/job/memory.max", "7000000");
  EXPECT_EQ(read().memoryBytes, 7000000u);
}

TEST_F(CgroupTest, Version1) {
  write("/proc/self/mountinfo",
        "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
        "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory");
  write("/proc/self/cgroup", "4:memory:/job\n1:cpu,cpuacct:/job\n0::/");
  write("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "536870912");
  write("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
  write("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "200000");
  write("/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(read().memoryBytes, 536870912u);
  EXPECT_DOUBLE_EQ(read().cpus, 2.0);
}

TEST_F(CgroupTest, Version1WithoutAQuota) {
  write("/proc/self/mountinfo", "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu");
  write("/proc/self/cgroup", "1:cpu:/");
  write("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1");
  write("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");
  EXPECT_GT(read().cpus, 1e6);
}

TEST_F(CgroupTest, GarbageIsNoLimit) {
  write("/proc/self/mountinfo", "x y z\n - cgroup2\n1 2 3 4 5 - cgroup2 c\n");
  write("/proc/self/cgroup", "nonsense\n:\n::::\n0::");
  EXPECT_EQ(read().memoryBytes, UINT64_MAX);
  mountVersion2();
  write("/proc/self/cgroup", "0::/a");
  write("/sys/fs/cgroup/a/cpu.max", "100000 0");
  write("/sys/fs/cgroup/a/memory.max", "lots");
  EXPECT_EQ(read().memoryBytes, UINT64_MAX);
  EXPECT_GT(read().cpus, 1e6);
}
