// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel from the form before stage link to an entry in IR, by the stages of a build, and from
// there to code in memory.
#pragma once

#include "compiler/codegen/generate.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/pipeline.h"
#include "interface/kernel_abi.h"
#include "interface/launch_kind.h"
#include "interface/tier.h"
#include "tests/reference/item_threads.h"
#include "tests/reference/library_code.h"

#include <llvm/ExecutionEngine/RuntimeDyld.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>

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
  Tier tier = Tier::First;  // of kernels that are not compiled for a kind
  /// What the code knows of its launches.
  std::optional<LaunchKind> kind = std::nullopt;
  bool explain = false;  // notes among the diagnostics
};

/// The kind of launches over the range; none if there cannot be code for one.
std::optional<LaunchKind> kindOf(const Range& range);

class CompiledKernel {
 public:
  /// Runs the stages up to group. `dump` prints the module after each. A diagnostic is an
  /// `error()`.
  CompiledKernel(llvm::Module& module, const Compilation& how, bool dump);
  /// Makes `code()`.
  void generateCode(LibraryCode& library);

  const std::string& error() const { return error_; }
  const DiagnosticList& diagnostics() const { return diagnostics_; }
  const llvm::Function& entry() const { return *module_.getFunction("kernel_entry"); }
  abi::Entry code() const { return code_; }
  uint64_t localBytes() const { return localBytes_; }
  uint64_t spillBytes(uint64_t items) const { return spillFixedBytes_ + spillVectorBytes_ * items; }

 private:
  void run(Stage stage, bool optimize);
  void load(llvm::StringRef object, LibraryCode& library);

  llvm::Module& module_;
  const Compilation how_;
  const Machine machine_;
  const bool dump_;
  DiagnosticList diagnostics_;
  std::string error_;
  abi::Entry code_ = nullptr;
  uint64_t localBytes_ = 0, spillFixedBytes_ = 0, spillVectorBytes_ = 0;
  std::unique_ptr<llvm::SectionMemoryManager> memory_;
};

}  // namespace lanewise::fuzz
