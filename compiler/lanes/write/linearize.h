// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the blocks of a widened kernel so that one run serves all lanes. Uniform branches are
// kept. At a divergent branch a vector runs through both sides, one after another, with the mask of
// each
// ("partial control-flow linearization", Moll and Hack, PLDI 2018).
#pragma once

#include "compiler/lanes/write/copy_guarded.h"

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class Function;
class LoopInfo;
}  // namespace llvm

namespace lanewise {

class Levels;
class Masks;
class Widening;

struct Linearized {
  llvm::Value* live;  // the mask of the vector, or of the function
  /// The entries of code behind conditions on ids (id_conditions.h), outer ones first.
  llvm::SmallVector<Guard, 2> guards;
};

/// Fills the empty function of `widening`.
/// \pre `scalar` is in the form that prepare-lanes ensures.
Linearized writeLinearized(llvm::Function& scalar, const llvm::LoopInfo& loops,
                           const Levels& levels, const Masks& masks, Widening& widening);

}  // namespace lanewise
