// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a call. widen_call.cpp writes it, cost.cpp estimates what it costs.
#pragma once

namespace llvm {
class CallInst;
}

namespace lanewise {

class Plan;

enum class CallForm {
  ForCompilers,  // no processor executes it
  Scope,         // of aliases, which is copied
  Kernel,        // compiler/contract/kernel_calls.def: the same for all lanes
  RowId,
  InterleavedCopy,  // of a private variable, element by element
  Elementwise,      // an operation on vectors
  Reduction,        // of the components of an OpenCL vector
  LibraryVariants,  // vector variants of a function of the device library
  ImageVariants,
  PipeOfLanes,
  FunctionOfLanes,  // a copy of a function out of line (lane_functions.h)
  LaneByLane,
};

/// \pre The result of the call is varying, or it has none.
CallForm formOf(const llvm::CallInst& call, const Plan& plan);

}  // namespace lanewise
