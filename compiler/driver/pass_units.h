// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The units that callbacks of LLVM's pass instrumentation are given, as llvm::Any.
#pragma once

#include <llvm/ADT/Any.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>

// llvm::any_cast compares the addresses of these variables. LLVM's own are meant: others, in a
// library that hides its symbols, would have other addresses, and each cast would fail.
extern template char llvm::Any::TypeId<const llvm::Function*>::Id;
extern template char llvm::Any::TypeId<const llvm::Loop*>::Id;
extern template char llvm::Any::TypeId<const llvm::Module*>::Id;

namespace lanewise {

/// The function, loop or module of a callback; null for units of other kinds.
template <class Unit>
const Unit* unitIn(const llvm::Any& unit) {
  const auto* const* found = llvm::any_cast<const Unit*>(&unit);
  return found ? *found : nullptr;
}

}  // namespace lanewise
