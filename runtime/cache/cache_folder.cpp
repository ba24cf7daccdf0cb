// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files get their names by rename(), so a reader sees complete contents or no file. An open file
// remains readable after its name is removed. Each call opens the folders again, because a host may
// close descriptors that it does not know.
#include "runtime/cache/cache_folder.h"

#include "runtime/base/config.h"
#include "runtime/base/log.h"
#include "runtime/base/paths.h"
#include "runtime/base/private_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <limits>
#include <memory>

namespace lanewise {
namespace {

constexpr const char* kNewPrefix = "new-";
/// Files that are still being written are younger than this.
constexpr time_t kAbandonedSeconds = 3600;
constexpr uint64_t kMaxEntryBytes = uint64_t(1) << 30;
constexpr uint64_t kMaxSweepIntervalBytes = 4 << 20;

uint64_t randomNumber() {
  uint64_t number = 0;
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    number = (uint64_t(getpid()) << 40) ^ uint64_t(now.tv_nsec) * 0x9e3779b97f4a7c15;
  }
  return number;
}

std::string newName() {
  char name[32];
  std::snprintf(name, sizeof name, "%s%016llx", kNewPrefix,
                static_cast<unsigned long long>(randomNumber()));
  return name;
}

std::expected<Descriptor, std::string> openFolderOf(const std::string& path,
                                                    const std::string& name, IfMissing missing) {
  auto root = openOwnFolder(path, missing);
  if (!root) return root;
  auto part = openOwnFolderIn(root->get(), name.substr(0, 1), missing);
  if (!part) return std::unexpected(path + "/" + part.error());
  return part;
}

/// A file under a new name in `folder`; 0 or an errno value.
int writeNew(int folder, const std::string& name, std::span<const uint8_t> content) {
  const int file =
      openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return errno;
  int error = writeAll(file, content);
  // Some file systems report only now that they are full.
  if (close(file) != 0 && !error) error = errno;
  return error;
}

struct Entry {
  std::string name;
  uint64_t sizeBytes;
  timespec used;
};

bool isOlder(const Entry& a, const Entry& b) {
  return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                        : a.used.tv_nsec < b.used.tv_nsec;
}

/// The entries of this user. Removes files that a process did not finish.
std::vector<Entry> listEntries(int folder) {
  std::vector<Entry> entries;
  // A separate file description, because the position in the folder is part of it.
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy < 0) return entries;
  const std::unique_ptr<DIR, int (*)(DIR*)> list(fdopendir(copy), closedir);
  if (!list) {
    close(copy);
    return entries;
  }
  while (const dirent* item = readdir(list.get())) {
    struct stat facts;
    if (item->d_name[0] == '.' || fstatat(folder, item->d_name, &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(facts.st_mode) || facts.st_uid != geteuid())
      continue;
    if (std::strncmp(item->d_name, kNewPrefix, std::strlen(kNewPrefix)) == 0) {
      if (facts.st_mtim.tv_sec + kAbandonedSeconds < time(nullptr))
        unlinkat(folder, item->d_name, 0);
      continue;
    }
    entries.push_back({item->d_name, uint64_t(facts.st_size), facts.st_mtim});
  }
  return entries;
}

/// Removes the least recently used entries until a fifth of `maxBytes` is free.
void sweep(int folder, uint64_t maxBytes) {
  std::vector<Entry> entries = listEntries(folder);
  uint64_t sumBytes = 0;
  for (const Entry& entry : entries) sumBytes += entry.sizeBytes;
  if (sumBytes <= maxBytes) return;
  std::ranges::sort(entries, isOlder);
  for (const Entry& entry : entries) {
    if (sumBytes <= maxBytes - maxBytes / 5) break;
    unlinkat(folder, entry.name.c_str(), 0);
    sumBytes -= entry.sizeBytes;
  }
}

/// True if a new folder at `path` would be in a folder of another user, who could neither use nor
/// remove it. Root's folders are permitted.
bool standsInAnothersFolder(const std::string& path) {
  struct stat facts;
  std::string at = path;
  while (stat(at.c_str(), &facts) != 0) {
    std::string parent = parentFolder(at);
    if (parent.empty() || parent == at) return false;
    at = std::move(parent);
  }
  return facts.st_uid != geteuid() && facts.st_uid != 0;
}

}  // namespace

CacheFolder::Settings CacheFolder::settingsFrom(const Config& environment) {
  Settings settings;
  settings.maxBytes =
      std::min<uint64_t>(environment.cacheMegabytes, std::numeric_limits<uint64_t>::max() >> 20)
      << 20;
  // The environment of a set-user-ID program comes from a user with fewer rights.
  if (environment.cache == "off" || geteuid() != getuid() || getegid() != getgid()) return settings;
  if (!environment.cache.empty()) {
    settings.path = environment.cache;
  } else if (!environment.cacheHome.empty()) {
    settings.path = environment.cacheHome + "/lanewise";
  } else if (!environment.home.empty()) {
    struct stat facts;
    if (stat(environment.home.c_str(), &facts) == 0 && facts.st_uid == geteuid())
      settings.path = environment.home + "/.cache/lanewise";
  }
  // A relative path would change with chdir().
  if (!settings.path.starts_with('/')) settings.path.clear();
  // The environment may belong to another user (sudo). A folder that LANEWISE_CACHE does not name
  // is used only if this user owns its parent.
  if (environment.cache.empty() && standsInAnothersFolder(settings.path)) {
    log(LogGroup::Build, "the cache is disabled: %s would be in a folder of another user",
        settings.path.c_str());
    settings.path.clear();
  }
  return settings;
}

std::optional<std::vector<uint8_t>> CacheFolder::read(const std::string& name) const {
  if (!keeps()) return std::nullopt;
  const auto folder = openFolderOf(settings_.path, name, IfMissing::Fail);
  if (!folder) return std::nullopt;
  return readOwnFile(folder->get(), name, kMaxEntryBytes);
}

void CacheFolder::write(const std::string& name, std::span<const uint8_t> content) const {
  if (!keeps() || content.size() > std::min(kMaxEntryBytes, maxFolderBytes())) return;
  const auto folder = openFolderOf(settings_.path, name, IfMissing::Make);
  if (!folder) return log(LogGroup::Build, "cannot write to the cache: %s", folder.error().c_str());
  const std::string fresh = newName();
  int error = writeNew(folder->get(), fresh, content);
  if (!error && renameat(folder->get(), fresh.c_str(), folder->get(), name.c_str()) != 0)
    error = errno;
  if (error) {
    unlinkat(folder->get(), fresh.c_str(), 0);
    log(LogGroup::Build, "cannot write to the cache: %s: %s", settings_.path.c_str(),
        std::strerror(error));
  }
  if (isSweepDue(content.size())) sweep(folder->get(), maxFolderBytes());
}

void CacheFolder::remove(const std::string& name) const {
  if (!keeps()) return;
  const auto folder = openFolderOf(settings_.path, name, IfMissing::Fail);
  if (folder) unlinkat(folder->get(), name.c_str(), 0);
}

uint64_t CacheFolder::maxFolderBytes() const {
  return settings_.maxBytes ? settings_.maxBytes / kFolders : std::numeric_limits<uint64_t>::max();
}

bool CacheFolder::isSweepDue(uint64_t writtenBytes) const {
  // At random, because no process knows how much the others write.
  const uint64_t interval = std::min(maxFolderBytes() / 32, kMaxSweepIntervalBytes);
  return interval == 0 || randomNumber() % interval < writtenBytes;
}

}  // namespace lanewise
