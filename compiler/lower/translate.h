// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V words to LLVM IR in SPIR-V-friendly form, with SPIRV-LLVM-Translator. \pre the words are
// the output of admit(), which has rejected what the translator does not support.
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

/// Ensures: a verified module with `__spirv_*` calls and `target("spirv.*")` types. On unexpected
/// input the translator ends the process and offers no way to change this: one reason for the
/// compiler process.
llvm::Expected<std::unique_ptr<llvm::Module>> translate(std::span<const uint32_t> words,
                                                        llvm::LLVMContext& context);

}  // namespace lanewise
