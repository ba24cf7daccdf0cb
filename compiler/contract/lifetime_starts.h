// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the lifetimes of a function's variables begin.
#pragma once

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
}  // namespace llvm

namespace lanewise {

/// The variables of a function, each with the instructions behind which it has nothing that the
/// program has written: its starts of lifetime, or itself if there are none.
using LifetimeStarts = llvm::MapVector<llvm::AllocaInst*, llvm::SmallVector<llvm::Instruction*, 2>>;

LifetimeStarts lifetimeStartsOf(llvm::Function& function);

}  // namespace lanewise
