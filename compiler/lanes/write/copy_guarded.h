// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (id < n)` around the code of a kernel: most vectors have all of their lanes inside. They run
// a copy of the code in which the mask is constant, so that loads and stores need none.
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class BranchInst;
class Function;
class Value;
}  // namespace llvm

namespace lanewise {

/// A branch that enters code, to its first successor, and the mask of that code. Inside of other
/// guarded code, code for most lanes needs no test in the copy.
struct Guard {
  llvm::BranchInst* test = nullptr;  // for some lane, or for all if `all` is there
  llvm::Value* mask = nullptr;
  llvm::Value* all = nullptr;  // i1: all lanes are active (end_lanes.h); null: the mask says it
  bool isForMostLanes = false;
};

/// `live`: the mask of the vector. Code without masked loads and stores at adjacent addresses,
/// large code, and code whose calls must not be copied get no copy. Returns whether there is a
/// copy.
bool copyGuarded(llvm::Function& kernel, llvm::Value& live, llvm::ArrayRef<Guard> guards);

}  // namespace lanewise
