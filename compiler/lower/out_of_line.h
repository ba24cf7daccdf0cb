// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions of a large program stay functions. All others are inlined. A work-item calls a
// function out of line by itself: it has no barrier, no call that works on a group, and no loop
// that waits for other work-items. What it needs of its work-item are parameters
// (pass_item_values.cpp).
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lanewise {

/// Marks the functions that stay functions (kOutOfLineAttribute): those that are large, would be
/// copied more than once, and may be out of line. None if all kernels together are small with
/// everything inlined, unless kLeastOutOfLineFlag is set. They make the copies of aggregates that
/// they get by value. True if it marked any. `calleesFirst`: kernels and the functions that they
/// reach.
bool markOutOfLine(llvm::Module& module, llvm::ArrayRef<llvm::Function*> calleesFirst);

/// Gives a function out of line what analyses of its callers need: the parameters that it does not
/// capture.
void describeOutOfLine(llvm::Function& function);

}  // namespace lanewise
