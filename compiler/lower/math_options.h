// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The -cl-* options that relax arithmetic, as flags on the instructions of the module only: they
// are set before builtins are linked. A flag that makes LLVM wrong goes, too.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

struct CodeOptions;

/// \pre `module` is the translator's output. Contraction is permitted unless an entry point forbids
/// it, which the translator reports for the whole module.
void applyMathOptions(llvm::Module& module, const CodeOptions& options);

}  // namespace lanewise
