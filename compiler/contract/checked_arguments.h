// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointer arguments of kernels that check their accesses: where the host puts the
// abi::CheckedObject of each (kCheckedArgumentsAttribute).
#pragma once

#include <cstdint>
#include <optional>

namespace llvm {
class Argument;
class Function;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

struct KernelMetadata;

struct CheckedArgument {
  bool isLocal;          // a pointer to local memory
  uint64_t offsetBytes;  // in the argument block
};

/// Makes space for the objects behind the argument block, and notes the pointer arguments.
void noteCheckedArguments(llvm::Function& kernel, KernelMetadata& metadata);

/// Emits the number of the launch, as ShadowMemory::nextLaunch() returns it, in a kernel or a
/// function out of line. \pre noteCheckedArguments(), pass-pointer-places.
llvm::Value* loadLaunchNumber(llvm::IRBuilderBase& builder, llvm::Function& function);

/// None for arguments that are no pointers of the program.
std::optional<CheckedArgument> checkedArgument(const llvm::Argument& argument);

}  // namespace lanewise
