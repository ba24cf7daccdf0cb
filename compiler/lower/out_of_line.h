// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions of a large program stay functions. All others are inlined. An out-of-line
// function is scalar code that computes results from its arguments: it has no ids, no barrier and
// no call that works on a group.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace lanewise {

/// Calls of functions that have a body, in the function's order.
llvm::SmallVector<llvm::CallBase*, 8> callsOfDefined(llvm::Function& function);

bool isOutOfLine(const llvm::Function& function);

/// Marks the functions that stay functions (kOutOfLineAttribute): those that are large, would be
/// copied more than once, and may be out of line. None if all kernels together are small with
/// everything inlined. `calleesFirst`: kernels and the functions that they reach.
void markOutOfLine(llvm::ArrayRef<llvm::Function*> calleesFirst);

/// Gives a function out of line what analyses of its callers need: the parameters that it does not
/// capture and the memory that it accesses.
void describeOutOfLine(llvm::Function& function);

}  // namespace lanewise
