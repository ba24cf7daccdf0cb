// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CodeFile: linked code as a file that the dynamic loader can map, and the places where such files
// may be, in the order in which they are tried: a folder in XDG_RUNTIME_DIR, one in /dev/shm (both
// are memory), the cache folder, a memory file. A place that is full, read-only, mounted
// noexec or not safe from other users is skipped. It is never an entry of the cache itself: another
// process may cut or change that, which would reach into what is mapped. Used by loaded_code.cpp
// alone.
#pragma once

#include "interface/descriptor.h"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanewise {

class CodeFile {
 public:
  /// Folders to try, best first; after them comes the memory file if `memoryFile`.
  struct Places {
    std::vector<std::string> folders;
    bool memoryFile = true;
    size_t count() const { return folders.size() + (memoryFile ? 1 : 0); }
  };
  static Places placesFromConfig();

  /// Writes the code at place number `place`; the error says why that is not possible. The name is
  /// of no other file of this process, now or later: the dynamic loader knows files by their names.
  static std::expected<CodeFile, std::string> write(std::span<const uint8_t> code,
                                                    const Places& places, size_t place);

  CodeFile(CodeFile&& other) noexcept
      : path_(std::exchange(other.path_, {})), memory_(std::move(other.memory_)) {}
  CodeFile& operator=(CodeFile&&) = delete;
  ~CodeFile() { removeName(); }

  const std::string& path() const { return path_; }
  /// Once mapped, a file needs no name; a memory file has none but its open descriptor's. Debuggers
  /// do need it: code with debug information keeps its name while it is mapped.
  void removeName();
  /// The file stays where it is, also after this object's end.
  void leaveName();
  /// Removes what processes that were killed left behind in this file's folder, once a process.
  void removeLeftovers() const;

 private:
  CodeFile(std::string path, Descriptor memory)
      : path_(std::move(path)), memory_(std::move(memory)) {}

  std::string path_;
  LastingDescriptor memory_;  // open as long as the code is mapped; none for a file in a folder
};

}  // namespace lanewise
