// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites Clang's module where SPIR-V has another form.
#pragma once

#include "compiler/admit/kernel_notes.h"
#include "compiler/frontend/source_facts.h"
#include "compiler/frontend/unwritten_slots.h"

#include <llvm/Support/Error.h>

#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lanewise {

struct Prepared {
  /// The program has destructors of objects that do not run.
  bool droppedDestructors = false;
  std::vector<KernelNotes> notes;
};

/// Replaces extensions of C that have an equivalent in SPIR-V. Arguments and variables move from
/// stack slots to values before. findUnwritable() finds what is left.
void replaceExtensions(llvm::Module& module, UnwrittenSlots unwritten);

/// Makes the function an entry point that runs before or after the kernels.
void addEntryPoint(llvm::Function& function, const std::string& name, spv::ExecutionMode mode);

/// \pre findUnwritable() finds nothing.
llvm::Expected<Prepared> prepareModule(llvm::Module& module, const SourceFacts& source);

}  // namespace lanewise
