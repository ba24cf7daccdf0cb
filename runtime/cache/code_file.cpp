// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writing code where it can be mapped from. The bytes are written, never mapped for writing: a full
// disk is then an error code and not a SIGBUS.
#include "runtime/cache/code_file.h"

#include "runtime/base/config.h"
#include "runtime/base/paths.h"
#include "runtime/base/private_file.h"
#include "runtime/cache/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>

namespace lanewise {
namespace {

std::unexpected<std::string> problem(const std::string& what, int error) {
  return std::unexpected(what + ": " + std::strerror(error));
}

/// A folder that code can be mapped from.
struct CodeFolder {
  Descriptor folder;
  std::string path;  // for the dynamic loader
};

/// The nearest folder of the path that exists.
std::string existingFolder(std::string path) {
  while (access(path.c_str(), F_OK) != 0 && path != "/") path = parentFolder(path);
  return path;
}

/// The dynamic loader gets the path: who can exchange a folder of it decides which code runs.
/// Nothing is made in the folder of another user.
std::expected<CodeFolder, std::string> openCodeFolder(const std::string& path) {
  if (auto own = ownCanonicalPath(existingFolder(parentFolder(path))); !own)
    return std::unexpected(std::move(own.error()));
  auto folder = openOwnFolder(path, IfMissing::Make);
  if (!folder) return std::unexpected(std::move(folder.error()));
  auto own = ownCanonicalPath(path);
  if (!own) return std::unexpected(std::move(own.error()));
  struct statvfs mount;
  if (fstatvfs(folder->get(), &mount) == 0 && (mount.f_flag & ST_NOEXEC))
    return std::unexpected(path + ": mounted noexec");
  return CodeFolder{std::move(*folder), std::move(*own)};
}

/// A name that no file had before, in this process or another that lives.
std::string nextName() {
  static constinit std::atomic<uint64_t> counter{0};
  // What is to stay has a name that removeLeftovers() does not know.
  return (config().keepCode ? "kept-" : "code-") + std::to_string(getpid()) + "-" +
         std::to_string(counter.fetch_add(1, std::memory_order_relaxed)) + ".so";
}

}  // namespace

CodeFile::Places CodeFile::placesFromConfig() {
  Places places;
  if (const std::string& runtime = config().runtimeFolder; !runtime.empty())
    places.folders.push_back(runtime + "/lanewise");
  places.folders.push_back("/dev/shm/lanewise-" + std::to_string(geteuid()));
  if (std::string cache = CacheFolder::settingsFrom(config()).path; !cache.empty())
    places.folders.push_back(std::move(cache));
  // The dynamic loader searches for a name without a folder, and a relative one moves.
  std::erase_if(places.folders, [](const std::string& folder) { return folder[0] != '/'; });
  return places;
}

std::expected<CodeFile, std::string> CodeFile::write(std::span<const uint8_t> code,
                                                     const Places& places, size_t place) {
  if (place >= places.folders.size()) {
    Descriptor memory(memfd_create("lanewise", MFD_CLOEXEC));
    if (!memory) return problem("a memory file", errno);
    if (const int error = writeAll(memory.get(), code)) return problem("a memory file", error);
    // By number of process: debuggers cannot follow /proc/self.
    std::string path = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(memory.get());
    return CodeFile(std::move(path), std::move(memory));
  }
  const std::string& folder = places.folders[place];
  auto opened = openCodeFolder(folder);
  if (!opened) return std::unexpected(std::move(opened.error()));
  const std::string name = nextName();
  const int file = openat(opened->folder.get(), name.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return problem(folder, errno);
  // From here on the name is removed by the destructor.
  CodeFile result(opened->path + "/" + name, Descriptor());
  int error = writeAll(file, code);
  // A file system may tell only now that it is full.
  if (close(file) != 0 && !error) error = errno;
  if (error) return problem(folder, error);
  return result;
}

void CodeFile::removeLeftovers() const {
  static constinit std::atomic<bool> done{false};
  if (memory_ || done.exchange(true, std::memory_order_relaxed)) return;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(parentFolder(path_).c_str()), closedir);
  if (!folder) return;
  while (const dirent* item = readdir(folder.get())) {
    const std::string_view name = item->d_name;
    int process = 0, number = 0, length = 0;
    std::sscanf(item->d_name, "code-%d-%d.so%n", &process, &number, &length);
    if (size_t(length) == name.size() && kill(process, 0) != 0 && errno == ESRCH)
      unlinkat(dirfd(folder.get()), item->d_name, 0);
  }
}

void CodeFile::leaveName() { path_.clear(); }

void CodeFile::removeName() {
  if (!path_.empty() && !memory_) unlink(path_.c_str());
  path_.clear();
}

}  // namespace lanewise
