// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many threads limits leave. Files are in a temporary folder, limits are those of this process.
#include "runtime/host/thread_limits.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>

using namespace lanewise;
namespace fs = std::filesystem;

namespace {

constexpr uint64_t kStackBytes = 8 << 20;

/// A soft limit of this process, restored afterwards.
class SoftLimit {
 public:
  SoftLimit(__rlimit_resource resource, rlim_t value) : resource_(resource) {
    getrlimit(resource, &before_);
    const rlimit changed{value, before_.rlim_max};
    set_ = value <= before_.rlim_max && setrlimit(resource, &changed) == 0;
  }
  ~SoftLimit() { setrlimit(resource_, &before_); }
  bool isSet() const { return set_; }

 private:
  const __rlimit_resource resource_;
  rlimit before_{};
  bool set_ = false;
};

class ThreadLimitsTest : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) {
    const fs::path file = root_.path() + path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text << "\n";
  }
  /// The address space and the data of a process, in MiB.
  void writeMemory(uint64_t space, uint64_t data) {
    const uint64_t pages = (1 << 20) / static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    write("/proc/self/statm",
          std::to_string(space * pages) + " 5 4 3 0 " + std::to_string(data * pages) + " 0");
  }
  const std::string& rootPath() const { return root_.path(); }
  std::string below(uint64_t threads) { return limitBelow(threads, kStackBytes, root_.path()); }

 private:
  const test::TemporaryFolder root_;
};

TEST_F(ThreadLimitsTest, NothingThereIsNoLimit) { EXPECT_EQ(below(100), ""); }

TEST_F(ThreadLimitsTest, GroupsOfVersion2) {
  write("/proc/self/mountinfo", "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw");
  write("/proc/self/cgroup", "0::/a/b");
  write("/sys/fs/cgroup/a/pids.max", "1000");
  write("/sys/fs/cgroup/a/pids.current", "700");
  write("/sys/fs/cgroup/a/b/pids.max", "max");
  EXPECT_EQ(below(300), "");
  EXPECT_EQ(below(301), "pids.max leaves 300 threads, 301 are needed");
}

TEST_F(ThreadLimitsTest, GroupsOfVersion1) {
  write("/proc/self/mountinfo", "36 31 0:33 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids");
  write("/proc/self/cgroup", "5:pids:/job\n4:memory:/job\n0::/");
  write("/sys/fs/cgroup/pids/job/pids.max", "50");
  write("/sys/fs/cgroup/pids/job/pids.current", "60");
  EXPECT_EQ(below(1), "pids.max leaves 0 threads, 1 are needed");
}

TEST_F(ThreadLimitsTest, ThreadsOfTheUser) {
  const SoftLimit limit(RLIMIT_NPROC, 1000);
  if (!limit.isSet()) GTEST_SKIP() << "the hard limit is lower";
  // At most as many as all users have.
  write("/proc/loadavg", "0.10 0.20 0.30 2/400 12345");
  EXPECT_EQ(below(600), "");
  // Those of this user, which are less here: the folder has two links and one more for a thread.
  fs::create_directories(fs::path(rootPath() + "/proc/123/task/123"));
  fs::create_directories(fs::path(rootPath() + "/proc/self/task/1"));
  struct stat facts;
  ASSERT_EQ(stat((rootPath() + "/proc/123/task").c_str(), &facts), 0);
  if (facts.st_nlink != 3) GTEST_SKIP() << "folders of this file system have no links";
  EXPECT_EQ(below(999), "");
  EXPECT_EQ(below(1000), "RLIMIT_NPROC leaves 999 threads, 1000 are needed");
}

TEST_F(ThreadLimitsTest, StacksInTheAddressSpace) {
  writeMemory(100, 50);
  const SoftLimit limit(RLIMIT_AS, rlim_t{100 + 8 * 1000} << 20);
  if (!limit.isSet()) GTEST_SKIP() << "the hard limit is lower";
  EXPECT_EQ(below(1000), "");
  EXPECT_EQ(below(1001), "RLIMIT_AS leaves 1000 threads, 1001 are needed");
}

TEST_F(ThreadLimitsTest, StacksInTheData) {
  writeMemory(1000, 50);
  const SoftLimit limit(RLIMIT_DATA, rlim_t{50 + 8 * 1000} << 20);
  if (!limit.isSet()) GTEST_SKIP() << "the hard limit is lower";
  EXPECT_EQ(below(1000), "");
  EXPECT_EQ(below(1001), "RLIMIT_DATA leaves 1000 threads, 1001 are needed");
}

}  // namespace
