// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the host that report what a check has found. A report names its site: a text of the
// code, which the host completes with the values of the work-item.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

#include <string>

namespace lanewise {

/// The text of a site, a line each: the kind, what the program does, with what, and its places,
/// the innermost function first. runtime/checks/check_site.h reads it.
std::string siteText(llvm::StringRef kind, const llvm::Twine& action, const llvm::Twine& object,
                     const llvm::Instruction& place);

/// Emits the call. `offset` (i64) and `address` (a pointer) are values that the report shows; null:
/// 0, and a null pointer.
void emitReport(llvm::IRBuilderBase& builder, llvm::StringRef site, llvm::Value* offset = nullptr,
                llvm::Value* address = nullptr);

/// Emits a load of what the host or a check keeps, which a launch does not change. No other check
/// looks at it.
llvm::LoadInst* loadKept(llvm::IRBuilderBase& builder, llvm::Type* type, llvm::Value* pointer,
                         llvm::Align align);

/// A variable of a check in local memory, aligned for atomics. It begins as zeros only in builds
/// that keep shadows (kInitializeLocalFlag).
llvm::GlobalVariable* makeLocalVariable(llvm::Module& module, llvm::Type* type,
                                        const llvm::Twine& name);

/// Emits, in front of `place`, the report of emitReport() if `isBad` (i1).
void reportIf(llvm::Value* isBad, llvm::Instruction& place,
              llvm::function_ref<void(llvm::IRBuilderBase& builder)> report);

/// Executes `instruction` unless `isBad` (i1), and the report of emitReport() if it is. Its result
/// is zero then. The builder of `report` is at the place of the call.
void guard(llvm::Instruction& instruction, llvm::Value* isBad,
           llvm::function_ref<void(llvm::IRBuilderBase& builder)> report);

}  // namespace lanewise
