// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done to Clang's module before it is written as SPIR-V.
#pragma once

#include "compiler/admit/kernel_notes.h"
#include "compiler/frontend/kernel_attributes.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace lanewise {

struct Prepared {
  /// Why the module cannot be written; empty when it can.
  std::string error;
  /// Destructors of program-scope objects were taken out: nothing runs them.
  bool droppedDestructors = false;
  std::vector<KernelNotes> notes;
};

/// `suffix` makes the names of constructors differ from those of other modules.
Prepared prepareModule(llvm::Module& module, const KernelAttributes& attributes,
                       const std::string& suffix);

}  // namespace lanewise
