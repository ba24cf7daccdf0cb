// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Line and column at which the source declares a function: debug information of LLVM has no
// columns of functions. lower/function_lines.cpp notes them in the module, diagnostics ask for
// them.
#pragma once

#include "interface/diagnostic.h"

namespace llvm {
class Function;
}

namespace lanewise {

/// \pre The function has debug information.
void noteFunctionPlace(llvm::Function& function, unsigned line, unsigned column);

/// Without a column if none is noted; empty without debug information.
SourcePlace placeOf(const llvm::Function& function);

}  // namespace lanewise
