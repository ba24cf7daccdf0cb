// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-spirv 19 stores the UserSemantic texts of variables in a global that LLVM reserves, and that
// only files for a linker may have. Code generation crashes.
#include "compiler/repairs/reserved_globals.h"

#include "compiler/repairs/repairs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>

namespace lanewise {

void eraseReservedGlobals(llvm::Module& module) {
  if (!isRepaired(Repair::ReservedGlobals)) return;
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module.globals()))
    if (global.getName().starts_with("llvm.") && global.use_empty()) global.eraseFromParent();
}

}  // namespace lanewise
