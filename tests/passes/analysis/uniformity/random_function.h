// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with any control flow, made of a seed.
#pragma once

#include <cstdint>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace lanewise::fuzz {

/// A module with the function "kernel": parameters i32, instructions that interpreter.h knows, in
/// SSA form, all blocks reachable. Some variables are not initialized.
std::unique_ptr<llvm::Module> makeRandomFunction(uint64_t seed, llvm::LLVMContext& context);

}  // namespace lanewise::fuzz
