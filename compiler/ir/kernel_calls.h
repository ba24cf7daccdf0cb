// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kernel_calls.def for passes: recognizes and makes the `lanewise.*` calls.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace llvm {
class CallInst;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

enum class KernelCall {
#define LANEWISE_CALL(id, name, type, takesDim, scope) id,
#include "compiler/ir/kernel_calls.def"
};

/// Who sees the same value of a call.
enum class CallScope { Item, Group, Launch };

/// Which of the closed list `value` calls; nullopt for everything else.
std::optional<KernelCall> kernelCallOf(const llvm::Value& value);

llvm::StringRef nameOf(KernelCall call);
CallScope scopeOf(KernelCall call);
bool takesDimension(KernelCall call);

/// The constant dimension of a call that takes one, 0 of others. Values above 2 count as 2.
unsigned dimensionOf(const llvm::CallInst& call);

/// Emits the call at the builder's place and declares the function where it is missing.
llvm::CallInst* emitKernelCall(llvm::IRBuilderBase& builder, KernelCall call, unsigned dim = 0);

}  // namespace lanewise
