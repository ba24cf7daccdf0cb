// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the flag of the module, whose value is a constant.
#include "compiler/lanes/known/forced_lanes.h"

#include "compiler/contract/module_flags.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

namespace lanewise {

unsigned forcedLanes(const llvm::Module& module) {
  const auto* lanes =
      llvm::mdconst::extract_or_null<llvm::ConstantInt>(module.getModuleFlag(kLanesFlag));
  return lanes ? static_cast<unsigned>(lanes->getZExtValue()) : 0;
}

}  // namespace lanewise
