// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a module as bitcode, from which code is generated later.
#pragma once

#include "compiler/codegen/function_groups.h"

#include <llvm/Support/Error.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace llvm {
class LLVMContext;
}

namespace lanewise {

/// A module of the functions and of what they name. `group` is one of groupsOf(module).
/// \pre isDivisible(module).
std::vector<uint8_t> writeBitcode(const llvm::Module& module, const FunctionGroup& group);

/// What writeBitcode() wrote. An error if the bytes are no bitcode.
llvm::Expected<std::unique_ptr<llvm::Module>> readBitcode(std::span<const uint8_t> bytes,
                                                          llvm::LLVMContext& context);

}  // namespace lanewise
