// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kernel_calls.def for passes: recognizes and creates the `lanewise.*` calls.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace llvm {
class CallInst;
class Function;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

enum class KernelCall {
#define LANEWISE_CALL(id, name, type, parameter, scope, meaning) id,
#include "compiler/contract/kernel_calls.def"
};

/// The scope in which the result of a call is uniform.
enum class CallScope { Item, Group, Launch };

/// The row of `value`; nullopt for everything else.
std::optional<KernelCall> kernelCallOf(const llvm::Value& value);
/// Whether the kernel has the call. Looks at all instructions.
bool hasKernelCall(const llvm::Function& kernel, KernelCall call);

llvm::StringRef nameOf(KernelCall call);
CallScope scopeOf(KernelCall call);
bool takesDimension(KernelCall call);

/// The constant dimension of a call that takes one, 0 for others. Values above 2 count as 2.
unsigned dimensionOf(const llvm::CallInst& call);

/// Emits the call at the builder's position and declares the function if necessary. Not of a
/// condition.
llvm::CallInst* emitKernelCall(llvm::IRBuilderBase& builder, KernelCall call, unsigned dim = 0);
/// KernelCall::AllLanes.
llvm::CallInst* emitAllLanes(llvm::IRBuilderBase& builder, llvm::Value* condition);

}  // namespace lanewise
