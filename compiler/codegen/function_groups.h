// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions of a module need each other: their code is generated together.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace llvm {
class Function;
class Module;
class Value;
template <typename PtrType>
class SmallPtrSetImpl;
}  // namespace llvm

namespace lanewise {

/// A deep expression needs a deep stack, which only the thread of the build has: a group with more
/// instructions of LLVM IR is compiled there.
inline constexpr size_t kMostInstructionsOfGroup = 100'000;

using FunctionGroup = std::vector<const llvm::Function*>;

/// Functions that call or name each other, in the module's order. None if the module has to stay
/// whole: a variable holds the address of a function, or a function has no name.
std::optional<std::vector<FunctionGroup>> groupsOf(const llvm::Module& module);

/// In instructions of LLVM IR.
size_t sizeOf(const FunctionGroup& group);

/// Adds the functions whose code uses `value`, also in a constant or by way of another variable.
/// False if a variable holds the address of a function.
bool addUsers(const llvm::Value& value, llvm::SmallPtrSetImpl<const llvm::Function*>& users);

/// Whether nothing of the module but functions and variables has code or an order: no aliases, no
/// debug information, no lists such as llvm.global_ctors.
bool isDivisible(const llvm::Module& module);

}  // namespace lanewise
