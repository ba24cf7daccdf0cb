// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that kernels call: those out of line (kOutOfLineAttribute), and before inline-functions
// all others of the program.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class CallBase;
class Function;
class FunctionType;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

/// Calls of functions that have a body, in the function's order.
llvm::SmallVector<llvm::CallBase*, 8> callsOfDefined(llvm::Function& function);

/// Calls of the function, in the order of its uses.
llvm::SmallVector<llvm::CallBase*, 8> callsOf(llvm::Function& function);

bool isOutOfLine(const llvm::Function& function);

/// The functions out of line that kernels reach, callees before callers. \pre There is no
/// recursion.
llvm::SmallVector<llvm::Function*> outOfLineCalleesFirst(llvm::Module& module);

/// The kernels, then those of these functions that are not of the device library.
llvm::SmallVector<llvm::Function*> functionsOfProgram(llvm::Module& module);

/// An empty function with the attributes of `function`, but of another type.
llvm::Function* declareAs(llvm::Function& function, llvm::FunctionType* type);

/// Replaces the call by one of `callee`. Parameters that both have keep their attributes.
void replaceCall(llvm::CallBase& call, llvm::Function& callee,
                 llvm::ArrayRef<llvm::Value*> arguments);

/// The function with further parameters behind its own, which replaces it. Its calls pass poison
/// for them: the caller of addParameters() sets their operands. \pre All uses are calls.
llvm::Function& addParameters(llvm::Function& function, llvm::ArrayRef<llvm::Type*> types);

}  // namespace lanewise
