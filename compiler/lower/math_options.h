// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The -cl-* options that relax arithmetic, as flags on the guest's instructions and nowhere else:
// they are set before builtins are linked.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

struct CodeOptions;

/// `module` is as translated. Contraction is allowed unless an entry point forbids it, which the
/// translator says of the module as a whole.
void applyMathOptions(llvm::Module& module, const CodeOptions& options);

}  // namespace lanewise
