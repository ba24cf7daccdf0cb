// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel from the form after stage link to code in memory, by the stages of a build.
#pragma once

#include "interface/kernel_abi.h"
#include "tests/passes/lanes/lane-fuzz/library_code.h"

#include <llvm/ExecutionEngine/RuntimeDyld.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/Module.h>

#include <memory>

namespace lanewise::fuzz {

/// How a kernel is compiled.
struct Compilation {
  Target target;
  unsigned lanes = 1;
  unsigned rows = 1;       // that run together where they may
  bool subGroups = false;  // lanes along the flattened local id, as in kernels that use sub-groups
  /// LLVM's passes around ours, those of stage generate, and the code generator's. The last two
  /// take most of the time.
  bool optimize = true, optimizeResult = true, optimizeCode = true;
};

class CompiledKernel {
 public:
  /// `dump` prints the module after the stages lanes and group. A diagnostic is an `error()`.
  CompiledKernel(llvm::Module& module, const Compilation& how, LibraryCode& library, bool dump);

  const std::string& error() const { return error_; }
  abi::Entry entry() const { return entry_; }
  uint64_t localBytes() const { return localBytes_; }
  uint64_t spillBytes(uint64_t items) const { return spillFixedBytes_ + spillItemBytes_ * items; }

 private:
  void load(llvm::StringRef object, LibraryCode& library);

  std::string error_;
  abi::Entry entry_ = nullptr;
  uint64_t localBytes_ = 0, spillFixedBytes_ = 0, spillItemBytes_ = 0;
  std::unique_ptr<llvm::SectionMemoryManager> memory_;
};

}  // namespace lanewise::fuzz
