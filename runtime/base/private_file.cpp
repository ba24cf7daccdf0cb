// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All checks use the open descriptor, because the target of a name may change between two calls.
#include "runtime/base/private_file.h"

#include "runtime/base/paths.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

namespace lanewise {
namespace {

/// Resolution of the recorded last use. One minute distinguishes old files from new ones, and a
/// file in constant use is not written constantly.
constexpr time_t kUseSeconds = 60;

/// Blocks SIGXFSZ on this thread, so that exceeding a file-size limit is EFBIG, and discards those
/// that were raised.
class FileSizeSignalBlocked {
 public:
  FileSizeSignalBlocked() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~FileSizeSignalBlocked() {
    const bool wasBlocked = sigismember(&before_, SIGXFSZ) == 1;
    const timespec now = {};
    while (!wasBlocked && sigtimedwait(&signal_, nullptr, &now) == SIGXFSZ) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  FileSizeSignalBlocked(const FileSizeSignalBlocked&) = delete;
  FileSizeSignalBlocked& operator=(const FileSizeSignalBlocked&) = delete;

 private:
  sigset_t signal_, before_;
};

bool isOurs(const struct stat& facts) {
  return facts.st_uid == geteuid() && !(facts.st_mode & (S_IWGRP | S_IWOTH));
}

/// A folder that `makeError`, an errno value, kept from being made is missing for that reason.
std::expected<Descriptor, std::string> openOwn(int folder, const std::string& name, int makeError) {
  Descriptor opened(openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat facts;
  if (!opened || fstat(opened.get(), &facts) != 0)
    return std::unexpected(name + ": " + std::strerror(makeError ? makeError : errno));
  if (!isOurs(facts)) return std::unexpected(name + ": others can write there");
  return opened;
}

/// Creates missing parent folders, too. All have mode 0700 whatever the umask is, because a user
/// who can rename a folder can replace it. 0 or an errno value; 0 also if there is something
/// already.
int makeOwnFolder(const std::string& path) {
  if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return 0;
  const std::string parent = parentFolder(path);
  if (errno != ENOENT || parent.empty() || parent == path) return errno;
  if (const int error = makeOwnFolder(parent)) return error;
  return mkdir(path.c_str(), 0700) == 0 || errno == EEXIST ? 0 : errno;
}

void noteUse(int file, const struct stat& facts) {
  timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (now.tv_sec < facts.st_mtim.tv_sec + kUseSeconds) return;
  const timespec times[2] = {{0, UTIME_OMIT}, {0, UTIME_NOW}};
  futimens(file, times);
}

}  // namespace

std::expected<Descriptor, std::string> openOwnFolder(const std::string& path, IfMissing missing) {
  return openOwn(AT_FDCWD, path, missing == IfMissing::Make ? makeOwnFolder(path) : 0);
}

std::expected<Descriptor, std::string> openOwnFolderIn(int folder, const std::string& name,
                                                       IfMissing missing) {
  int makeError = 0;
  if (missing == IfMissing::Make && mkdirat(folder, name.c_str(), 0700) != 0 && errno != EEXIST)
    makeError = errno;
  return openOwn(folder, name, makeError);
}

std::expected<std::string, std::string> ownCanonicalPath(const std::string& path) {
  const auto whole = canonicalPath(path);
  if (!whole) return std::unexpected(path + ": " + std::strerror(errno));
  for (std::string at = *whole;; at = parentFolder(at)) {
    struct stat facts;
    if (lstat(at.c_str(), &facts) != 0) return std::unexpected(at + ": " + std::strerror(errno));
    const bool isOwn = facts.st_uid == geteuid() || facts.st_uid == 0;
    const bool othersWrite = facts.st_mode & (S_IWGRP | S_IWOTH);
    if (!isOwn || (othersWrite && !(facts.st_mode & S_ISVTX)))
      return std::unexpected(path + ": other users can replace " + at);
    if (at == "/") return *whole;
  }
}

int writeAll(int file, std::span<const uint8_t> bytes) {
  const FileSizeSignalBlocked blocked;
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) bytes = bytes.subspan(size_t(written));
  }
  return 0;
}

std::optional<std::vector<uint8_t>> readOwnFile(int folder, const std::string& name,
                                                uint64_t maxBytes) {
  // Non-blocking: opening a pipe with that name would wait for a writer.
  const Descriptor file(
      openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat facts;
  if (!file || fstat(file.get(), &facts) != 0) return std::nullopt;
  if (!S_ISREG(facts.st_mode) || !isOurs(facts) || uint64_t(facts.st_size) > maxBytes)
    return std::nullopt;
  std::vector<uint8_t> content(size_t(facts.st_size));
  for (size_t have = 0; have < content.size();) {
    const ssize_t got = read(file.get(), content.data() + have, content.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    have += size_t(got);
  }
  noteUse(file.get(), facts);
  return content;
}

}  // namespace lanewise
