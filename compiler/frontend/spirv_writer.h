// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes LLVM IR as SPIR-V with llvm-spirv.
#pragma once

#include "compiler/admit/kernel_notes.h"
#include "compiler/frontend/declaration_places.h"

#include <llvm/Support/Error.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace lanewise {

/// Writes only the lines of debug information unless `keepDebugInfo`. Each function has the line of
/// its declaration.
llvm::Expected<std::vector<uint8_t>> writeSpirvModule(llvm::Module& module,
                                                      std::span<const KernelNotes> notes,
                                                      const DeclarationPlaces& places,
                                                      bool keepDebugInfo);

}  // namespace lanewise
