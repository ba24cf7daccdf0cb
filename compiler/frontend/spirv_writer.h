// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM IR to SPIR-V by llvm-spirv, and what it gets wrong set right.
#pragma once

#include "compiler/admit/kernel_notes.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace lanewise {

/// Empty, with the reason in `error`, if the module cannot be written.
std::vector<uint8_t> writeSpirvModule(llvm::Module& module, std::span<const KernelNotes> notes,
                                      std::string& error);

/// The words of a module that llvm-spirv wrote, as it should have written them. By itself for
/// tests.
std::vector<uint32_t> repairedConstants(std::span<const uint32_t> words);

}  // namespace lanewise
