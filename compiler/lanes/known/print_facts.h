// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that print an analysis of lanes to the standard error output, named as LLVM's printers:
// print<uniformity>, print<masks>, print<shapes>, print<assumed-strides>, print<lane-patterns>. The
// vectors have as many lanes as the module flag (forced_lanes.h) prescribes, or 8.
#pragma once

#include "compiler/lanes/known/lane_facts.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

namespace lanewise {

/// The length of the vectors that are printed.
VectorLength printedLength(const llvm::Function& kernel);

/// Adds the printer of that name. Returns false if there is none.
bool addFactsPrinter(llvm::StringRef name, llvm::FunctionPassManager& manager);

}  // namespace lanewise
