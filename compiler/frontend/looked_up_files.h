// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LookedUpFiles: the real file system for a compilation, with a record of every file that the
// compilation searched for, whether it exists or not. A program compiles to the same module while
// these are unchanged. (A header that does not exist yet could be found before the one that was
// used.) Relative names and those of the front end's folders are excluded, because their targets
// depend on the process.
#pragma once

#include "interface/dependency.h"

#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanewise {

class LookedUpFiles : public llvm::vfs::ProxyFileSystem {
 public:
  LookedUpFiles();

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override { return bool(status(path)); }

  std::vector<Dependency> dependencies() const;

 private:
  void note(const llvm::Twine& path, std::string state);

  std::map<std::string, std::string> states_;  // of paths
};

/// Sets `passing` when the program uses a macro that tells the time.
void watchForTime(clang::Preprocessor& preprocessor, bool& passing);

}  // namespace lanewise
