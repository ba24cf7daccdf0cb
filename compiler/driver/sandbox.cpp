// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three parts, each of which works alone: no_new_privs, a Landlock domain (files, TCP, signals) and
// a seccomp filter (refused_calls.def). The interface of Landlock is written down here, because the
// headers of a system may be older than its kernel. Bits that the kernel does not know are removed.
#include "compiler/driver/sandbox.h"

#include "interface/descriptor.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace lanewise {
namespace {

// Documentation/userspace-api/landlock.rst of Linux.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr uint32_t kAskVersion = 1;
constexpr int kPathBeneath = 1;

/// Bits of landlock_ruleset_attr::handled_access_fs that rules name.
enum FileRight : uint64_t {
  WriteFile = 1 << 1,
  ReadFile = 1 << 2,
  ReadFolder = 1 << 3,
  RemoveFile = 1 << 5,
  MakeFolder = 1 << 7,
  MakeFile = 1 << 8,
  Truncate = 1 << 14,
};

struct Ruleset {
  uint64_t files = 0;
  uint64_t network = 0;
  uint64_t scopes = 0;
};

struct [[gnu::packed]] PathBeneath {
  uint64_t allowed;
  int32_t folder;
};

/// Everything that a version of the interface can refuse, and the size of its structure.
Ruleset everythingOf(long version, size_t& sizeBytes) {
  constexpr int kFileBits[] = {0, 13, 14, 15, 15, 16};  // execute, read, ..., ioctl of devices
  constexpr long kLast = std::size(kFileBits) - 1;
  sizeBytes = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return {.files = (uint64_t(1) << kFileBits[version < kLast ? version : kLast]) - 1,
          .network = version >= 4 ? 3u : 0u,  // bind and connect of TCP
          .scopes = version >= 6 ? 3u : 0u};  // abstract sockets, signals
}

void allow(int ruleset, const std::string& path, uint64_t rights) {
  const Descriptor target(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat facts;
  if (!target || fstat(target.get(), &facts) != 0) return;
  // Other rights are invalid for a file.
  if (!S_ISDIR(facts.st_mode)) rights &= ReadFile | WriteFile | Truncate;
  const PathBeneath rule{rights, target.get()};
  syscall(kAddRule, ruleset, kPathBeneath, &rule, 0);
}

std::string unavailable(const char* part) {
  return std::string(part) + " not available (" + std::strerror(errno) + ")";
}

std::string enterLandlock(const SandboxFolders& folders) {
  const long version = syscall(kCreateRuleset, nullptr, size_t(0), kAskVersion);
  if (version < 1) return unavailable("Landlock");
  size_t sizeBytes;
  Ruleset refused = everythingOf(version, sizeBytes);
  // The linker then has its files in a temporary folder (codegen/link_files.h).
  const bool restrictsFiles = access("/proc/self/fd", X_OK) == 0;
  if (!restrictsFiles) refused.files = 0;
  const Descriptor ruleset(int(syscall(kCreateRuleset, &refused, sizeBytes, 0)));
  if (!ruleset) return unavailable("Landlock");
  if (restrictsFiles) {
    for (const std::string& path : folders.readable)
      allow(ruleset.get(), path, ReadFile | ReadFolder);
    constexpr uint64_t kWriting =
        WriteFile | ReadFile | ReadFolder | RemoveFile | MakeFolder | MakeFile | Truncate;
    if (!folders.writable.empty()) {
      // It cannot be created afterwards. If it cannot be created now, writing fails.
      std::error_code ignored;
      std::filesystem::create_directories(folders.writable, ignored);
      allow(ruleset.get(), folders.writable, kWriting & refused.files);
    }
  }
  if (syscall(kRestrictSelf, ruleset.get(), 0) != 0) return unavailable("Landlock");
  return "Landlock " + std::to_string(version) + " (" +
         (restrictsFiles ? "files" : "no files, because /proc is not mounted") +
         (refused.network ? ", TCP" : "") + (refused.scopes ? ", signals" : "") + ")";
}

#if defined(__x86_64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_X86_64;
constexpr int numberHere(int x86_64, int) { return x86_64; }
#elif defined(__aarch64__)
constexpr uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
constexpr int numberHere(int, int aarch64) { return aarch64; }
#endif

constexpr int kNone = -1;
/// On x86-64, calls with pointers of 32 bits begin here; other kernels have none.
constexpr uint32_t kFirstX32Call = 0x40000000;
/// The last row of the kernel's table that refused_calls.def knows.
constexpr uint32_t kNewestCall = 469;
constexpr uint32_t kClone3 = 435;

class Filter {
 public:
  Filter() {
    load(offsetof(seccomp_data, arch));
    add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);  // calls of 32-bit programs are refused
    answer(EPERM);
    load(offsetof(seccomp_data, nr));
    add(BPF_JMP | BPF_JGE | BPF_K, kFirstX32Call, 0, 1);
    answer(EPERM);
    add(BPF_JMP | BPF_JGT | BPF_K, kNewestCall, 0, 1);
    answer(ENOSYS);
    // Its flags are in memory. Without it libc calls clone().
    add(BPF_JMP | BPF_JEQ | BPF_K, kClone3, 0, 1);
    answer(ENOSYS);
#define REFUSED_FAMILY(family, sentence)
#define REFUSED_CALL(family, call, x86_64, aarch64) refuse(numberHere(x86_64, aarch64));
#define REFUSED_UNLESS(family, call, x86_64, aarch64, condition) \
  refuseUnless##condition(numberHere(x86_64, aarch64));
#include "compiler/driver/refused_calls.def"
#undef REFUSED_FAMILY
#undef REFUSED_CALL
#undef REFUSED_UNLESS
    answer(0);
  }

  bool enter() const {
    const sock_fprog program{static_cast<unsigned short>(code_.size()),
                             const_cast<sock_filter*>(code_.data())};
    // Otherwise kernels before 5.16 make all stores of the process slower. Nothing in this process
    // is secret from it.
    constexpr unsigned kFlags = SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, kFlags, &program) == 0;
  }
  int callCount() const { return callCount_; }

 private:
  void add(int operation, uint32_t value, int ifTrue = 0, int ifFalse = 0) {
    code_.push_back({uint16_t(operation), uint8_t(ifTrue), uint8_t(ifFalse), value});
  }
  void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, uint32_t(offset)); }
  /// The low half, which is all that the calls below read.
  void loadArgument(size_t index) { load(offsetof(seccomp_data, args) + index * sizeof(uint64_t)); }
  /// 0: the call is made.
  void answer(int error) {
    add(BPF_RET | BPF_K, error ? SECCOMP_RET_ERRNO | uint32_t(error) : SECCOMP_RET_ALLOW);
  }
  /// What follows, `count` instructions, is for this call.
  void only(int number, int count) {
    ++callCount_;
    add(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(number), 0, count);
  }

  void refuse(int number) {
    if (number == kNone) return;
    only(number, 1);
    answer(EPERM);
  }
  void refuseUnlessOwnProcess(int number) {
    only(number, 5);
    loadArgument(0);
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    add(BPF_JMP | BPF_JEQ | BPF_K, uint32_t(getpid()), 0, 1);
    answer(0);
    answer(EPERM);
  }
  void refuseUnlessNotExecutable(int number) {
    only(number, 4);
    loadArgument(2);
    add(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
    answer(0);
    answer(EPERM);
  }
  void refuseUnlessNewThread(int number) {
    constexpr uint32_t kNamespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
    only(number, 5);
    loadArgument(0);
    add(BPF_ALU | BPF_AND | BPF_K, CLONE_THREAD | kNamespaces);
    add(BPF_JMP | BPF_JEQ | BPF_K, CLONE_THREAD, 0, 1);
    answer(0);
    answer(EPERM);
  }

  std::vector<sock_filter> code_;
  int callCount_ = 0;
};

std::string enterFilter() {
  const Filter filter;
  if (!filter.enter()) return unavailable("seccomp filter");
  return "seccomp filter (" + std::to_string(filter.callCount()) + " calls)";
}

}  // namespace

std::string enterSandbox(const SandboxFolders& folders) {
  // Landlock and the filter need it.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return unavailable("no_new_privs");
  // In this order: the filter may know nothing of Landlock.
  const std::string landlock = enterLandlock(folders);
  return "no_new_privs, " + landlock + ", " + enterFilter();
}

}  // namespace lanewise
