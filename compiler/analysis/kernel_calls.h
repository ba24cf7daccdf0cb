// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kernel_calls.def for passes: recognizes and makes the `lanewise.*` calls, and finds the kernels
// of a module.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>

namespace llvm {
class CallInst;
class Function;
class IRBuilderBase;
class Module;
class Value;
}  // namespace llvm

namespace lanewise {

enum class KernelCall {
#define LANEWISE_CALL(id, name, type, takesDim, scope) id,
#include "compiler/kernel_calls.def"
};

/// Who sees the same value of a call.
enum class CallScope { Item, Group, Launch };

/// Which of the closed list `value` calls; nullopt for everything else.
std::optional<KernelCall> kernelCallOf(const llvm::Value& value);

CallScope scopeOf(KernelCall call);
bool takesDimension(KernelCall call);

/// The constant dimension of a call that takes one, 0 of others. Values above 2 count as 2.
unsigned dimensionOf(const llvm::CallInst& call);

/// Emits the call at the builder's place and declares the function where it is missing.
llvm::CallInst* emitKernelCall(llvm::IRBuilderBase& builder, KernelCall call, unsigned dim = 0);

/// Functions with a body and the attribute "lanewise-kernel", in the module's order.
llvm::SmallVector<llvm::Function*> kernelsOf(llvm::Module& module);

/// A number kept as a string attribute; 0 where it is missing.
uint64_t numberAttribute(const llvm::Function& function, llvm::StringRef name);
void setNumberAttribute(llvm::Function& function, llvm::StringRef name, uint64_t value);

inline constexpr llvm::StringLiteral kKernelAttribute = "lanewise-kernel";
inline constexpr llvm::StringLiteral kArgumentsAttribute = "lanewise-arguments";
inline constexpr llvm::StringLiteral kLocalBytes = "lanewise-local-bytes";
inline constexpr llvm::StringLiteral kScratchFixedBytes = "lanewise-scratch-fixed-bytes";
inline constexpr llvm::StringLiteral kScratchItemBytes = "lanewise-scratch-item-bytes";
inline constexpr llvm::StringLiteral kUsesBarrier = "lanewise-uses-barrier";

}  // namespace lanewise
