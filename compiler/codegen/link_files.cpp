// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory files, or a temporary folder on a system without /proc.
#include "compiler/codegen/link_files.h"

#include "compiler/diagnostics/diagnostics.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace lanewise {
namespace {

std::string pathOf(const Descriptor& file) { return "/proc/self/fd/" + std::to_string(file.get()); }

llvm::Error systemError(const llvm::Twine& what) {
  return makeError(DiagnosticKind::InternalError,
                   "linking failed: " + what + ": " + strerror(errno));
}

bool writeAll(int file, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

/// In memory if there is such a folder. A process that is killed leaves its folder behind.
std::string makeTemporaryFolder() {
  for (std::string folder : {"/dev/shm/lanewise-link-XXXXXX", "/tmp/lanewise-link-XXXXXX"})
    if (mkdtemp(folder.data())) return folder;
  return {};
}

}  // namespace

llvm::Error LinkFiles::open() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return systemError("pipe");
  reader_ = Descriptor(ends[0]);
  writer_ = Descriptor(ends[1]);
  outputPath_ = pathOf(writer_);
  if (access(outputPath_.c_str(), W_OK) == 0) return llvm::Error::success();
  return openWithoutProc();
}

llvm::Error LinkFiles::openWithoutProc() {
  folder_ = makeTemporaryFolder();
  if (folder_.empty())
    return systemError("/proc is not mounted, and no folder in /dev/shm or /tmp can be created");
  outputPath_ = pathInFolder("output");
  if (mkfifo(outputPath_.c_str(), 0600) != 0) return systemError(outputPath_);
  // Open for both, it does not wait for a reader.
  writer_ = Descriptor(::open(outputPath_.c_str(), O_RDWR | O_CLOEXEC));
  reader_ = Descriptor(::open(outputPath_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!writer_ || !reader_) return systemError(outputPath_);
  return llvm::Error::success();
}

LinkFiles::~LinkFiles() {
  if (folder_.empty()) return;
  for (const File& file : files_) unlink(file.path.c_str());
  unlink(outputPath_.c_str());
  rmdir(folder_.c_str());
}

llvm::Expected<const char*> LinkFiles::add(const char* name, std::span<const uint8_t> bytes) {
  File& file = files_.emplace_back();
  Descriptor created;
  if (folder_.empty()) {
    created = Descriptor(memfd_create(name, MFD_CLOEXEC));
    file.path = pathOf(created);
  } else {
    file.path = pathInFolder(name);
    created = Descriptor(
        ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  }
  if (!created || !writeAll(created.get(), bytes)) return systemError(name);
  if (folder_.empty()) file.memory = std::move(created);
  return file.path.c_str();
}

}  // namespace lanewise
