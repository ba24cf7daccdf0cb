// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V words to LLVM IR in SPIR-V-friendly form, by SPIRV-LLVM-Translator. The words have been
// admitted: what the translator cannot take was refused before.
#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>
#include <memory>
#include <span>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace lanewise {

/// Ensures: a verified module with `__spirv_*` calls and `target("spirv.*")` types. The translator
/// ends the process where it meets what it does not expect, and offers no way to change that: one
/// reason why the compiler has a process of its own.
llvm::Expected<std::unique_ptr<llvm::Module>> translate(std::span<const uint32_t> words,
                                                        llvm::LLVMContext& context);

}  // namespace lanewise
