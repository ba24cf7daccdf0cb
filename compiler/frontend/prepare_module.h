// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites Clang's module where SPIR-V has another form.
#pragma once

#include "compiler/admit/kernel_notes.h"
#include "compiler/frontend/kernel_attributes.h"
#include "compiler/frontend/variable_places.h"

#include <llvm/Support/Error.h>

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace lanewise {

struct Prepared {
  /// The program has destructors of program-scope objects, which do not run.
  bool droppedDestructors = false;
  std::vector<KernelNotes> notes;
};

/// `variables`: for the places of errors. `suffix` makes the names of constructors differ from
/// those of other modules.
llvm::Expected<Prepared> prepareModule(llvm::Module& module, const KernelAttributes& attributes,
                                       const VariablePlaces& variables, const std::string& suffix);

}  // namespace lanewise
