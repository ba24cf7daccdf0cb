// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LinkFiles: the files of one link, which lld opens by path. Inputs are memory files and the output
// is a pipe, named by /proc/self/fd. Without /proc they are files and a named pipe in a temporary
// folder that only this user can enter, and that the destructor removes.
#pragma once

#include "interface/descriptor.h"

#include <llvm/Support/Error.h>

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

class LinkFiles {
 public:
  LinkFiles() = default;
  ~LinkFiles();
  LinkFiles(const LinkFiles&) = delete;
  LinkFiles& operator=(const LinkFiles&) = delete;

  /// Creates the pipe of the output. Must be called first. A build on a system without /proc and
  /// without a folder that can be written to fails here.
  llvm::Error open();
  /// The path of a new file with these bytes. `name` must be unique. The path is valid as long as
  /// this object.
  llvm::Expected<const char*> add(const char* name, std::span<const uint8_t> bytes);

  /// The path of the output.
  const char* outputPath() const { return outputPath_.c_str(); }
  /// The bytes of the output arrive here, until closeOutput() is called and lld has closed it.
  int outputReader() const { return reader_.get(); }
  void closeOutput() { writer_ = Descriptor(); }

 private:
  llvm::Error openWithoutProc();
  std::string pathInFolder(const char* name) const { return folder_ + "/" + name; }

  std::string folder_;  // empty with /proc
  Descriptor reader_, writer_;
  std::string outputPath_;
  struct File {
    Descriptor memory;  // none in a folder
    std::string path;
  };
  std::deque<File> files_;
};

}  // namespace lanewise
