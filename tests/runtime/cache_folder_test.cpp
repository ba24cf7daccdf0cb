// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder that others may have changed, that is full, that several processes write to.
#include "runtime/cache/cache_folder.h"

#include "runtime/base/config.h"
#include "runtime/base/private_file.h"
#include "tests/in_child.h"
#include "tests/runtime/mounted_folder.h"
#include "tests/temporary_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace lanewise {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<uint8_t>;

Bytes bytes(size_t count, uint8_t seed) {
  Bytes content(count);
  for (size_t i = 0; i < count; ++i) content[i] = uint8_t(seed + i * 7);
  return content;
}

class CacheFolderTest : public testing::Test {
 protected:
  CacheFolder folder(uint64_t maxBytes = 0) const { return CacheFolder({path_, maxBytes}); }
  std::string fileOf(const std::string& name) const { return path_ + "/" + name[0] + "/" + name; }
  unsigned modeOf(const std::string& path) const {
    struct stat facts = {};
    EXPECT_EQ(lstat(path.c_str(), &facts), 0) << path;
    return facts.st_mode & 07777;
  }
  /// Last used `seconds` ago.
  void age(const std::string& name, time_t seconds) {
    const timespec then{time(nullptr) - seconds, 0};
    const timespec times[2] = {then, then};
    ASSERT_EQ(utimensat(AT_FDCWD, fileOf(name).c_str(), times, 0), 0);
  }
  size_t fileCount() const {
    return size_t(std::ranges::count_if(fs::recursive_directory_iterator(path_),
                                        [](const auto& item) { return item.is_regular_file(); }));
  }

  const test::TemporaryFolder root_;
  const std::string base_ = root_.path();
  std::string path_ = base_ + "/cache";
};

TEST_F(CacheFolderTest, KeepsWhatWasWritten) {
  EXPECT_EQ(folder().read("abc"), std::nullopt);
  folder().write("abc", bytes(1000, 1));
  EXPECT_EQ(folder().read("abc"), bytes(1000, 1));
  folder().write("abc", bytes(10, 2));
  EXPECT_EQ(folder().read("abc"), bytes(10, 2));
  folder().write("abd", {});
  EXPECT_EQ(folder().read("abd"), Bytes());
  EXPECT_EQ(fileCount(), 2u);
  folder().remove("abc");
  EXPECT_EQ(folder().read("abc"), std::nullopt);
}

TEST_F(CacheFolderTest, IsForThisUserAlone) {
  const mode_t before = umask(0);
  folder().write("abc", bytes(10, 1));
  umask(before);
  EXPECT_EQ(modeOf(path_), 0700u);
  EXPECT_EQ(modeOf(path_ + "/a"), 0700u);
  EXPECT_EQ(modeOf(fileOf("abc")), 0600u);
}

TEST_F(CacheFolderTest, FoldersAboveItAreForThisUserAlone) {
  const mode_t before = umask(0);
  path_ = base_ + "/home//.cache/lanewise";
  folder().write("abc", bytes(10, 1));
  umask(before);
  EXPECT_EQ(folder().read("abc"), bytes(10, 1));
  EXPECT_EQ(modeOf(base_ + "/home"), 0700u);
  EXPECT_EQ(modeOf(base_ + "/home/.cache"), 0700u);
}

TEST_F(CacheFolderTest, WithoutAPathNothingIsKept) {
  const CacheFolder none({"", 0});
  EXPECT_FALSE(none.keeps());
  none.write("abc", bytes(10, 1));
  EXPECT_EQ(none.read("abc"), std::nullopt);
  none.remove("abc");
}

TEST_F(CacheFolderTest, WhatOthersOwnOrCanWriteIsNotUsed) {
  folder().write("abc", bytes(10, 1));
  for (const std::string& path : {path_, path_ + "/a", fileOf("abc")}) {
    const unsigned mode = modeOf(path);
    chmod(path.c_str(), mode | S_IWGRP);
    EXPECT_EQ(folder().read("abc"), std::nullopt) << path << " is writable by the group";
    chmod(path.c_str(), mode | S_IWOTH);
    EXPECT_EQ(folder().read("abc"), std::nullopt) << path << " is writable by all";
    chmod(path.c_str(), mode);
    ASSERT_NE(folder().read("abc"), std::nullopt);
    if (geteuid() != 0) continue;
    ASSERT_EQ(chown(path.c_str(), 12345, gid_t(-1)), 0);
    EXPECT_EQ(folder().read("abc"), std::nullopt) << path << " is another user's";
    ASSERT_EQ(chown(path.c_str(), 0, gid_t(-1)), 0);
  }
  EXPECT_NE(folder().read("abc"), std::nullopt);
}

TEST_F(CacheFolderTest, NothingIsWrittenToAFolderOfOthers) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  fs::create_directory(path_);
  ASSERT_EQ(chown(path_.c_str(), 12345, gid_t(-1)), 0);
  folder().write("abc", bytes(10, 1));
  EXPECT_TRUE(fs::is_empty(path_));
}

TEST_F(CacheFolderTest, LinksAreNotFollowed) {
  folder().write("abc", bytes(10, 1));
  // The entry.
  fs::rename(fileOf("abc"), base_ + "/moved");
  fs::create_symlink(base_ + "/moved", fileOf("abc"));
  EXPECT_EQ(folder().read("abc"), std::nullopt);
  // Writing replaces the link, not its target.
  folder().write("abc", bytes(10, 2));
  EXPECT_EQ(folder().read("abc"), bytes(10, 2));
  EXPECT_TRUE(std::ifstream(base_ + "/moved").get() == bytes(1, 1)[0]);
  // The folder of the entry.
  fs::rename(path_ + "/a", base_ + "/a");
  fs::create_symlink(base_ + "/a", path_ + "/a");
  EXPECT_EQ(folder().read("abc"), std::nullopt);
  folder().write("abd", bytes(10, 1));
  EXPECT_FALSE(fs::exists(base_ + "/a/abd"));
  // All of it.
  fs::remove(path_ + "/a");
  fs::rename(base_ + "/a", path_ + "/a");
  fs::rename(path_, base_ + "/real");
  fs::create_symlink(base_ + "/real", path_);
  EXPECT_EQ(folder().read("abc"), std::nullopt);
}

TEST_F(CacheFolderTest, WhatIsNoFileIsNotRead) {
  folder().write("abc", bytes(10, 1));
  fs::remove(fileOf("abc"));
  ASSERT_EQ(mkfifo(fileOf("abc").c_str(), 0600), 0);
  EXPECT_EQ(folder().read("abc"), std::nullopt) << "and does not wait for a writer";
  fs::remove(fileOf("abc"));
  fs::create_directory(fileOf("abc"));
  EXPECT_EQ(folder().read("abc"), std::nullopt);
  folder().write("abc", bytes(10, 1));
  EXPECT_EQ(folder().read("abc"), std::nullopt);
  EXPECT_EQ(fileCount(), 0u) << "what could not be put in place is gone";
}

TEST_F(CacheFolderTest, FileInPlaceOfTheFolder) {
  std::ofstream(path_) << "x";
  folder().write("abc", bytes(10, 1));
  EXPECT_EQ(folder().read("abc"), std::nullopt);
}

TEST_F(CacheFolderTest, FileSizeLimitOfTheHostIsNoSignal) {
  folder().write("abc", bytes(10, 1));
  EXPECT_EQ(test::inChild([&] {
              const rlimit limit{1000, RLIM_INFINITY};
              setrlimit(RLIMIT_FSIZE, &limit);
              folder().write("abd", bytes(2000, 1));
              return !folder().read("abd") && folder().read("abc") && fileCount() == 1;
            }),
            0);
}

/// On a small file system of our own, where the system permits one.
class MountedCacheFolder : public CacheFolderTest {
 protected:
  bool mountAt(unsigned long flags, const char* options) {
    fs::create_directory(path_);
    return mounted_.mountAt(path_, flags, options);
  }

 private:
  test::MountedFolder mounted_;
};

TEST_F(MountedCacheFolder, FullDiskKeepsWhatItHas) {
  if (!mountAt(0, "size=64k,mode=700")) GTEST_SKIP() << "no right to mount";
  folder().write("abc", bytes(20'000, 1));
  folder().write("abd", bytes(100'000, 2));
  EXPECT_EQ(folder().read("abc"), bytes(20'000, 1));
  EXPECT_EQ(folder().read("abd"), std::nullopt);
  EXPECT_EQ(fileCount(), 1u) << "what did not fit is gone";
  folder().write("abe", bytes(20'000, 3));
  EXPECT_EQ(folder().read("abe"), bytes(20'000, 3));
}

TEST_F(MountedCacheFolder, ReadOnlyDiskIsReadAlone) {
  if (!mountAt(0, "mode=700")) GTEST_SKIP() << "no right to mount";
  folder().write("abc", bytes(100, 1));
  age("abc", 1000);
  ASSERT_EQ(mount("none", path_.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr), 0);
  EXPECT_EQ(folder().read("abc"), bytes(100, 1));
  folder().write("abd", bytes(100, 2));
  EXPECT_EQ(folder().read("abd"), std::nullopt);
  folder().remove("abc");
  EXPECT_EQ(folder().read("abc"), bytes(100, 1));
}

// It was "No such file or directory", of the folder that could not be made.
TEST_F(MountedCacheFolder, MessageOfAReadOnlyDiskNamesTheReason) {
  if (!mountAt(MS_RDONLY, "mode=700")) GTEST_SKIP() << "no right to mount";
  EXPECT_EQ(openOwnFolder(path_ + "/made/folder", IfMissing::Make).error(),
            path_ + "/made/folder: Read-only file system");
  const auto root = openOwnFolder(path_, IfMissing::Make);
  ASSERT_TRUE(root) << root.error();
  EXPECT_EQ(openOwnFolderIn(root->get(), "4", IfMissing::Make).error(), "4: Read-only file system");
}

TEST_F(CacheFolderTest, WhatWasUsedLongestAgoGoesFirst) {
  // Space for ten in each folder's share; a sweep leaves eight.
  const CacheFolder small = folder(CacheFolder::kFolders * 1000);
  for (int i = 0; i < 10; ++i) {
    const std::string name = "a" + std::to_string(i);
    small.write(name, bytes(100, uint8_t(i)));
    age(name, 10'000 - i);
  }
  small.write("b0", bytes(100, 0));
  age("b0", 20'000);
  EXPECT_TRUE(small.read("a0"));  // a use
  small.write("aa", bytes(100, 0));
  EXPECT_EQ(fileCount(), 9u);
  EXPECT_TRUE(small.read("a0")) << "it was just used";
  for (const char* gone : {"a1", "a2", "a3"}) EXPECT_FALSE(small.read(gone)) << gone;
  for (const char* left : {"a4", "a9", "aa"}) EXPECT_TRUE(small.read(left)) << left;
  EXPECT_TRUE(small.read("b0")) << "another folder has its own share";
}

TEST_F(CacheFolderTest, WhatWouldTakeAllTheRoomIsNotKept) {
  const CacheFolder small = folder(CacheFolder::kFolders * 1000);
  small.write("a0", bytes(100, 0));
  small.write("a1", bytes(1001, 0));
  EXPECT_TRUE(small.read("a0"));
  EXPECT_FALSE(small.read("a1"));
}

TEST_F(CacheFolderTest, FilesOfProcessesThatDiedAreRemoved) {
  const CacheFolder small = folder(CacheFolder::kFolders * 1000);
  small.write("a0", bytes(100, 0));
  for (const char* name : {"new-0000000000000001", "new-0000000000000002"})
    std::ofstream(path_ + "/a/" + name) << "half";
  const timespec times[2] = {{0, 0}, {time(nullptr) - 10'000, 0}};
  utimensat(AT_FDCWD, (path_ + "/a/new-0000000000000001").c_str(), times, 0);
  small.write("a1", bytes(100, 0));
  EXPECT_FALSE(fs::exists(path_ + "/a/new-0000000000000001"));
  EXPECT_TRUE(fs::exists(path_ + "/a/new-0000000000000002")) << "it may still be written to";
}

TEST_F(CacheFolderTest, ReadersSeeWholeContentWhileManyWrite) {
  const CacheFolder small = folder(CacheFolder::kFolders * 400'000);
  std::atomic<bool> stop = false;
  std::atomic<int> seen = 0, torn = 0;
  {
    std::vector<std::jthread> threads;
    for (uint8_t writer = 0; writer < 4; ++writer)
      threads.emplace_back([&, writer] {
        for (int i = 0; i < 300; ++i)
          small.write("a" + std::to_string(i % 20), bytes(10'000 + writer * 10'000u, writer));
        if (writer == 0) stop = true;
      });
    for (int reader = 0; reader < 3; ++reader)
      threads.emplace_back([&] {
        for (int i = 0; !stop; ++i) {
          const auto content = small.read("a" + std::to_string(i % 20));
          if (!content) continue;
          ++seen;
          const uint8_t writer = (*content)[0];
          torn += *content != bytes(10'000 + writer * 10'000u, writer);
        }
      });
  }
  EXPECT_GT(seen, 0);
  EXPECT_EQ(torn, 0);
}

TEST_F(CacheFolderTest, PlaceComesFromTheEnvironment) {
  const auto pathOf = [](std::vector<const char*> environment) {
    environment.push_back(nullptr);
    std::string warnings;
    return CacheFolder::settingsFrom(parseConfig(environment.data(), warnings)).path;
  };
  const std::string home = "HOME=" + base_;
  EXPECT_EQ(pathOf({home.c_str()}), base_ + "/.cache/lanewise");
  EXPECT_EQ(pathOf({home.c_str(), "XDG_CACHE_HOME=/elsewhere"}), "/elsewhere/lanewise");
  EXPECT_EQ(pathOf({home.c_str(), "LANEWISE_CACHE=/mine"}), "/mine");
  EXPECT_EQ(pathOf({home.c_str(), "LANEWISE_CACHE=off"}), "");
  EXPECT_EQ(pathOf({home.c_str(), "LANEWISE_CACHE=relative/path"}), "");
  EXPECT_EQ(pathOf({}), "");
  EXPECT_EQ(pathOf({"HOME=/not/there"}), "");
  if (geteuid() == 0) {
    fs::create_directory(base_ + "/own");
    ASSERT_EQ(chown(base_.c_str(), 12345, gid_t(-1)), 0);
    EXPECT_EQ(pathOf({home.c_str()}), "") << "root in the home of another user";
    const std::string xdg = "XDG_CACHE_HOME=" + base_ + "/.cache";
    EXPECT_EQ(pathOf({xdg.c_str()}), "") << "root in the cache of another user, to be made";
    fs::create_directory(base_ + "/own/.cache");
    ASSERT_EQ(chown((base_ + "/own/.cache").c_str(), 12345, gid_t(-1)), 0);
    const std::string own = "HOME=" + base_ + "/own";
    EXPECT_EQ(pathOf({own.c_str()}), "") << "the cache of another user in root's home";
    const std::string named = "LANEWISE_CACHE=" + base_ + "/named";
    EXPECT_EQ(pathOf({named.c_str()}), base_ + "/named") << "said for us";
  }
  std::string warnings;
  const char* limited[] = {home.c_str(), "LANEWISE_CACHE_MEGABYTES=3", nullptr};
  EXPECT_EQ(CacheFolder::settingsFrom(parseConfig(limited, warnings)).maxBytes, 3u << 20);
}

}  // namespace
}  // namespace lanewise
