// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the functions with many blocks, and keeps passes that hoist constants away from them while
// generate.cpp generates code.
#include "compiler/codegen/skip_hoisting.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

// Up to here, code generation takes less than a second even if there are as many constants.
constexpr size_t kMostBlocks = 1000;

}  // namespace

SkipHoisting::SkipHoisting(llvm::Module& module)
    : module_(module), before_(module.getContext().getOptPassGate()) {
  for (const llvm::Function& function : module)
    if (function.size() > kMostBlocks)
      functions_.insert(("function (" + function.getName() + ")").str());
  module.getContext().setOptPassGate(*this);
}

SkipHoisting::~SkipHoisting() { module_.getContext().setOptPassGate(before_); }

bool SkipHoisting::shouldRunPass(llvm::StringRef pass, llvm::StringRef unit) {
  const bool hoists =
      pass == "Constant Hoisting" || pass == "Early Machine Loop Invariant Code Motion";
  return !hoists || !functions_.contains(unit);
}

}  // namespace lanewise
