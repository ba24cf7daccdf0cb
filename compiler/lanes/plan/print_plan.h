// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass print<plan>, which prints the plan of each kernel for as many lanes as the printers of
// facts take (known/print_facts.h).
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

namespace lanewise {

/// Adds the pass if that is its name. Returns false otherwise.
bool addPlanPrinter(llvm::StringRef name, llvm::FunctionPassManager& manager);

}  // namespace lanewise
