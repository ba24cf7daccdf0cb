// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a module of kernel entries to machine code. passes.def has the optimizer's passes.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Error.h>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace lanewise {

enum class CodeForm { Object, Assembly };

/// The bytes of a relocatable object, or assembly text.
llvm::Expected<llvm::SmallVector<char, 0>> emitCode(llvm::Module& module,
                                                    llvm::TargetMachine& machine, CodeForm form);

}  // namespace lanewise
