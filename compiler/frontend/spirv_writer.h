// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes LLVM IR as SPIR-V with llvm-spirv and corrects its mistakes.
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

/// Of debug information, only lines are written unless `keepDebugInfo`. Each function has the line
/// of its declaration.
llvm::Expected<std::vector<uint8_t>> writeSpirvModule(llvm::Module& module,
                                                      std::span<const KernelNotes> notes,
                                                      const DeclarationPlaces& places,
                                                      bool keepDebugInfo);

/// The words of a module that llvm-spirv wrote, as it should have written them. By itself for
/// tests.
std::vector<uint32_t> repairedConstants(std::span<const uint32_t> words);

}  // namespace lanewise
