// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of functions out of line that the lanes of a vector call together: what the plan and the
// estimate of a caller need to know of them. lanes/function_copies.h makes them.
#pragma once

#include "compiler/analysis/step.h"

#include <llvm/ADT/SmallVector.h>

namespace llvm {
class CallInst;
class Function;
}  // namespace llvm

namespace lanewise {

class LaneFacts;

/// A copy for one list of parameters and one number of lanes.
struct LaneFunction {
  /// The step of each parameter: uniform, strided or varying.
  llvm::SmallVector<Step, 4> parameters;
  /// Estimated costs of a call of all lanes (choose/cost.h): of scalar code, of a vector that calls
  /// the function for one lane after another, and of the copy.
  double oneByOne = 0, laneByLane = 0, together = 0, inAgreement = 0;
  bool costsLess = false;  // the copy
};

class LaneFunctions {
 public:
  virtual ~LaneFunctions() = default;

  /// nullptr if the callee has no copy. `facts` are those of the caller.
  virtual const LaneFunction* find(const llvm::CallInst& call, const LaneFacts& facts) = 0;

  /// The copy, which is written when it is asked for. Its parameters are those of
  /// write/function_of_lanes.h.
  virtual llvm::Function& write(const LaneFunction& function) = 0;
};

}  // namespace lanewise
