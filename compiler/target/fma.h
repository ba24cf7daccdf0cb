// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether processors have fma (target.cpp). For the pass that expands it.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Whether the level of the module has an instruction for a * b + c with one rounding.
bool hasFma(const llvm::Module& module);

}  // namespace lanewise
