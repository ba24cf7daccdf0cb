// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the loops that may wait for other work-items: insert-yields lets others run in those of
// kernels, and a function that has one cannot be out of line (out_of_line.cpp).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lanewise {

/// How functions access memory that others may access, including the functions that they call.
class SharedAccesses {
 public:
  struct Kinds {
    bool reads = false;    // in any way
    bool polls = false;    // reads by an atomic or volatile access whose result is used
    bool changes = false;  // by an atomic or volatile access
  };
  /// \pre No function calls itself, and none has changed since the last call.
  Kinds of(const llvm::Function& function);

 private:
  llvm::DenseMap<const llvm::Function*, Kinds> kinds_;
};

/// An edge from the end of a loop to its start.
struct WayBack {
  llvm::BasicBlock *latch, *header;
};

/// The ways back of the loops that may wait. \pre Atomics are LLVM's instructions.
llvm::SmallVector<WayBack> waysBackOfWaitingLoops(llvm::Function& function,
                                                  SharedAccesses& accesses);

}  // namespace lanewise
