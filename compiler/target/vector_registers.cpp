// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the module flags, which the driver sets.
#include "compiler/target/vector_registers.h"

#include "compiler/contract/module_flags.h"
#include "compiler/target/target.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lanewise {

namespace {

// Shorter registers have variants at some levels only, and a module without a level has none then.
constexpr unsigned kLeastVariantBits = 256;

unsigned registerBitsFlag(const llvm::Module& module) {
  const auto* bits =
      llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(kRegisterBitsFlag));
  return bits ? static_cast<unsigned>(bits->getZExtValue()) : 0;
}

}  // namespace

bool hasTarget(const llvm::Module& module) { return registerBitsFlag(module) != 0; }

unsigned variantRegisterBits(const llvm::Module& module) {
  const llvm::StringRef level = deviceLibraryLevel(module);
  const unsigned bits = registerBitsFlag(module);
  if (level.empty()) return bits >= kLeastVariantBits ? bits : 0;
  return bits == 0 ? 0 : Target{{}, level.str(), {}}.registerBits();
}

llvm::StringRef deviceLibraryLevel(const llvm::Module& module) {
  const auto* level = llvm::dyn_cast_or_null<llvm::MDString>(module.getModuleFlag(kLevelFlag));
  return level ? level->getString() : "";
}

unsigned vectorRegisterBits(const llvm::Module& module) {
  constexpr unsigned kLeast = 128;
  return std::max(registerBitsFlag(module), kLeast);
}

bool computesHalf(const llvm::Module& module) { return module.getModuleFlag(kNativeHalfFlag); }

}  // namespace lanewise
