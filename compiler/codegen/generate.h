// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a module of finished entries to machine code. The optimizer's passes stand in passes.def.
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
