// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code written, mapped, run and unmapped; and places that cannot be used.
#include "runtime/cache/loaded_code.h"
#include "tests/in_child.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/runtime/mounted_folder.h"
#include "tests/temporary_folder.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace lanewise {
namespace {

namespace fs = std::filesystem;

CompileReply fakeReply() {
  CompileReply reply;
  reply.outcome = Outcome::Ok;
  reply.code = test::fileBytes(FAKE_KERNEL);
  reply.kernels.resize(2);
  reply.kernels[0].name = "fill";
  reply.kernels[0].symbol = "fill_entry";
  reply.kernels[1].name = "count";
  reply.kernels[1].symbol = "count_entry";
  return reply;
}

Result<std::shared_ptr<LoadedCode>> load(const CompileReply& reply,
                                         const CodeFile::Places& places) {
  return LoadedCode::load(std::make_shared<const CompileReply>(reply), places);
}

int runCount(const LoadedCode& code) {
  int result = 0;
  int* arguments = &result;
  abi::Launch launch = {};
  launch.arguments = &arguments;
  code.find("count")->entry(&launch, nullptr, 0, 1, 0, 0);
  return result;
}

size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  size_t count = 0;
  for (std::string line; std::getline(maps, line);) ++count;
  return count;
}

bool isMapped(uintptr_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) == 2 && begin <= address &&
        address < end)
      return true;
  }
  return false;
}

class LoadedCodeTest : public testing::Test {
 protected:
  CodeFile::Places in(std::vector<std::string> folders, bool memoryFile = false) {
    return {std::move(folders), memoryFile};
  }
  bool isEmpty(const std::string& folder) { return fs::is_empty(folder); }

  const test::TemporaryFolder root_;
  const std::string folder_ = root_.path();
};

TEST_F(LoadedCodeTest, FolderThatOthersCanReplaceIsSkipped) {
  const std::string parent = folder_ + "/runtime", place = parent + "/lanewise";
  fs::create_directories(place);
  fs::permissions(place, fs::perms::owner_all);
  const auto isUsed = [&] {
    const auto code = load(fakeReply(), in({place}));
    if (!code) {
      EXPECT_NE(code.error().message().find("other users can replace"), std::string::npos)
          << code.error().message();
    }
    return code.has_value();
  };
  fs::permissions(parent, fs::perms::owner_all);
  EXPECT_TRUE(isUsed());
  fs::permissions(parent, fs::perms::all);
  EXPECT_FALSE(isUsed()) << "all may write to the folder above";
  fs::permissions(parent, fs::perms::all | fs::perms::sticky_bit);
  EXPECT_TRUE(isUsed()) << "all may write there, but not rename what belongs to others";
  fs::permissions(parent, fs::perms::owner_all);
  if (geteuid() != 0) return;
  ASSERT_EQ(chown(parent.c_str(), 65534, 65534), 0);
  EXPECT_FALSE(isUsed()) << "the folder above belongs to another user";
}

TEST_F(LoadedCodeTest, IsNotFinalizedWithoutHavingBeenInitialized) {
  CompileReply reply = fakeReply();
  reply.kernels[0].role = KernelRole::Initializer;
  reply.kernels[0].spillFixedBytes = uint64_t(1) << 40;  // no thread has this number
  reply.kernels[1].role = KernelRole::Finalizer;         // would crash: it has no arguments
  const auto code = load(reply, in({folder_}));
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().code, CL_OUT_OF_RESOURCES);
}

TEST_F(LoadedCodeTest, RunsAndLeavesNoFileBehind) {
  const auto code = load(fakeReply(), in({folder_}));
  ASSERT_TRUE(code) << code.error().message();
  EXPECT_EQ(runCount(**code), 1);
  EXPECT_EQ(runCount(**code), 2);
  EXPECT_EQ((*code)->find("nothing"), nullptr);
  EXPECT_TRUE(isEmpty(folder_));
}

TEST_F(LoadedCodeTest, KnowsTheSizesOfItsKernels) {
  const auto code = load(fakeReply(), in({folder_}));
  ASSERT_TRUE(code);
  for (const CompiledKernel& kernel : (*code)->kernels()) {
    const auto [begin, end] = kernel.image.code;
    EXPECT_GT(kernel.codeBytes, 0u) << kernel.metadata.name;
    EXPECT_LT(kernel.codeBytes, end - begin) << kernel.metadata.name;
  }
}

TEST_F(LoadedCodeTest, FileWithDebugInformationStaysForDebuggersWhileItIsMapped) {
  CompileReply reply = fakeReply();
  for (char c : std::string_view(".debug_info\0", 12)) reply.code.push_back(uint8_t(c));
  const pid_t gone = fork();
  if (gone == 0) _exit(0);
  ASSERT_EQ(waitpid(gone, nullptr, 0), gone);
  const std::string left = folder_ + "/code-" + std::to_string(gone) + "-7.so";
  std::ofstream(left) << "of a process that was killed";
  std::ofstream(folder_ + "/code-1-x.so") << "not ours";
  auto code = load(reply, in({folder_}));
  ASSERT_TRUE(code) << code.error().message();
  const auto count = [&] { return std::distance(fs::directory_iterator(folder_), {}); };
  EXPECT_FALSE(fs::exists(left));
  EXPECT_EQ(count(), 2);
  code->reset();
  EXPECT_EQ(count(), 1);
}

TEST_F(LoadedCodeTest, UnmapsWithTheLastUser) {
  auto code = load(fakeReply(), in({folder_}));
  ASSERT_TRUE(code);
  const auto address = reinterpret_cast<uintptr_t>((*code)->find("count")->entry);
  EXPECT_TRUE(isMapped(address));
  code->reset();
  EXPECT_FALSE(isMapped(address));
}

TEST_F(LoadedCodeTest, TwoMappingsOfTheSameBytesAreApart) {
  for (const auto& places : {in({folder_}), in({}, true)}) {
    const auto first = load(fakeReply(), places);
    const auto second = load(fakeReply(), places);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(runCount(**first), 1);
    EXPECT_EQ(runCount(**first), 2);
    EXPECT_EQ(runCount(**second), 1);
  }
}

TEST_F(LoadedCodeTest, MemoryFileWhoseNumberIsUsedAgainIsNotTheOldOne) {
  for (int round = 0; round < 3; ++round) {
    const auto code = load(fakeReply(), in({}, true));
    ASSERT_TRUE(code) << code.error().message();
    EXPECT_EQ(runCount(**code), 1) << "a mapping of an earlier round is still there";
  }
}

TEST_F(LoadedCodeTest, MakesTheFolderForThisUserAlone) {
  const std::string inner = folder_ + "/a/b";
  ASSERT_TRUE(load(fakeReply(), in({inner})));
  struct stat metadata;
  ASSERT_EQ(stat(inner.c_str(), &metadata), 0);
  EXPECT_EQ(metadata.st_mode & 077, 0u);
}

TEST_F(LoadedCodeTest, FolderThatOthersCanWriteIsPassedOver) {
  fs::permissions(folder_, fs::perms::all);
  const auto code = load(fakeReply(), in({folder_}));
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().code, CL_OUT_OF_RESOURCES);
  EXPECT_NE(code.error().message().find("others can write there"), std::string::npos);
  EXPECT_TRUE(load(fakeReply(), in({folder_}, true)));
}

TEST_F(LoadedCodeTest, FolderThatIsALinkIsPassedOver) {
  fs::create_directory(folder_ + "/real");
  fs::create_symlink(folder_ + "/real", folder_ + "/link");
  EXPECT_FALSE(load(fakeReply(), in({folder_ + "/link"})));
}

TEST_F(LoadedCodeTest, LinkAboveTheFolderIsNotInThePathOfTheCode) {
  fs::create_directory(folder_ + "/real");
  fs::create_symlink(folder_ + "/real", folder_ + "/link");
  const std::vector<uint8_t> code = fakeReply().code;
  const auto file = CodeFile::write(code, in({folder_ + "/link/code"}), 0);
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(fs::path(file->path()).parent_path(), fs::canonical(folder_) / "real/code");
}

TEST_F(LoadedCodeTest, FolderThatIsAFileIsPassedOver) {
  std::ofstream(folder_ + "/file") << "x";
  const auto code = load(fakeReply(), in({folder_ + "/file", folder_ + "/file/b"}, true));
  EXPECT_TRUE(code) << code.error().message();
}

TEST_F(LoadedCodeTest, FileSizeLimitOfTheHostIsAnErrorAndNoSignal) {
  EXPECT_EQ(test::inChild([&] {
              const rlimit limit{1000, RLIM_INFINITY};
              setrlimit(RLIMIT_FSIZE, &limit);
              const auto code = load(fakeReply(), in({folder_}, true));
              return !code && code.error().message().contains("File too large") && isEmpty(folder_);
            }),
            0);
}

/// On a small file system of our own, where the system permits one.
class MountedPlace : public LoadedCodeTest {
 protected:
  bool mountAt(unsigned long flags, const char* options) {
    return mounted_.mountAt(folder_, flags, options);
  }

 private:
  test::MountedFolder mounted_;
};

TEST_F(MountedPlace, FullDiskIsAnErrorAndTheNextPlaceServes) {
  if (!mountAt(0, "size=8k,mode=700")) GTEST_SKIP() << "no right to mount";
  CompileReply large = fakeReply();
  large.code.resize(64 << 10);  // behind the sections, where the loader does not look
  auto code = load(large, in({folder_}));
  ASSERT_FALSE(code);
  EXPECT_NE(code.error().message().find("No space left"), std::string::npos)
      << code.error().message();
  EXPECT_TRUE(isEmpty(folder_));
  code = load(large, in({folder_}, true));
  ASSERT_TRUE(code) << code.error().message();
  EXPECT_EQ(runCount(**code), 1);
}

TEST_F(MountedPlace, NoexecMountIsPassedOver) {
  if (!mountAt(MS_NOEXEC, "mode=700")) GTEST_SKIP() << "no right to mount";
  auto code = load(fakeReply(), in({folder_}));
  ASSERT_FALSE(code);
  EXPECT_NE(code.error().message().find("mounted noexec"), std::string::npos);
  EXPECT_TRUE(load(fakeReply(), in({folder_}, true)));
}

TEST_F(MountedPlace, ReadOnlyMountIsPassedOver) {
  if (!mountAt(MS_RDONLY, "mode=700")) GTEST_SKIP() << "no right to mount";
  auto code = load(fakeReply(), in({folder_}));
  ASSERT_FALSE(code);
  EXPECT_NE(code.error().message().find("Read-only"), std::string::npos) << code.error().message();
  EXPECT_TRUE(load(fakeReply(), in({folder_}, true)));
}

TEST_F(LoadedCodeTest, CodeThatIsCutIsRefusedAtEveryLength) {
  const CompileReply whole = fakeReply();
  for (size_t count = 0; count < whole.code.size(); count += count < 1024 ? 1 : 97) {
    CompileReply cut = whole;
    cut.code.resize(count);
    const auto code = load(cut, in({folder_}));
    // The loader does not need what was truncated after the segments.
    if (code) {
      EXPECT_EQ(runCount(**code), 1);
    }
  }
  CompileReply cut = whole;
  cut.code.resize(whole.code.size() / 4);
  EXPECT_FALSE(load(cut, in({folder_})));
}

TEST_F(LoadedCodeTest, CodeOfAnotherMachineIsRefused) {
  CompileReply foreign = fakeReply();
  foreign.code[18] = 0xf7;  // e_machine
  const auto code = load(foreign, in({folder_}));
  ASSERT_FALSE(code);
  EXPECT_NE(code.error().message().find("no shared object for this machine"), std::string::npos);
}

TEST_F(LoadedCodeTest, CodeThatWantsExecutableStacksIsRefused) {
  CompileReply reply = fakeReply();
  Elf64_Ehdr header;
  std::memcpy(&header, reply.code.data(), sizeof header);
  for (size_t i = 0; i < header.e_phnum; ++i) {
    uint8_t* at = reply.code.data() + header.e_phoff + i * sizeof(Elf64_Phdr);
    Elf64_Phdr segment;
    std::memcpy(&segment, at, sizeof segment);
    if (segment.p_type == PT_GNU_STACK) segment.p_flags |= PF_X;
    std::memcpy(at, &segment, sizeof segment);
  }
  EXPECT_FALSE(load(reply, in({folder_})));
}

TEST_F(LoadedCodeTest, MissingSymbolIsNamed) {
  CompileReply reply = fakeReply();
  reply.kernels[1].symbol = "absent";
  const auto code = load(reply, in({folder_}));
  ASSERT_FALSE(code);
  EXPECT_NE(code.error().message().find("kernel 'count' has no symbol 'absent'"),
            std::string::npos);
}

TEST_F(LoadedCodeTest, FiftyThousandAreMappedAndUnmapped) {
  const CompileReply reply = fakeReply();
  // In memory if possible: this tests the dynamic loader, not a disk.
  const CodeFile::Places places = in({"/dev/shm/lanewise-test-" + std::to_string(getpid())}, true);
  const size_t before = mappings();
  // Some are mapped at the same time, like programs.
  std::vector<std::shared_ptr<LoadedCode>> window(100);
#ifdef LANEWISE_SANITIZED
  constexpr int kCount = 5'000;  // mapping is slow with a sanitizer
#else
  constexpr int kCount = 50'000;
#endif
  for (int i = 0; i < kCount; ++i) {
    auto code = load(reply, places);
    ASSERT_TRUE(code) << "number " << i << ": " << code.error().message();
    ASSERT_EQ(runCount(**code), 1) << "number " << i;
    window[size_t(i) % window.size()] = std::move(*code);
  }
  window.clear();
  // A sanitizer maps some of its own.
  EXPECT_LE(mappings(), before + 100);
  std::error_code missing;
  EXPECT_TRUE(!fs::exists(places.folders[0]) || isEmpty(places.folders[0]));
  fs::remove(places.folders[0], missing);
}

}  // namespace
}  // namespace lanewise
