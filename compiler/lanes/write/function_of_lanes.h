// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parameters and the result of a function that the lanes of a vector call together. A uniform
// parameter is that of the scalar function, a strided one that of lane 0, and a varying one is a
// vector for each of its leaves. The last one is the mask of the lanes that call. The result is a
// vector, or a structure of one for each leaf.
#pragma once

#include "compiler/analysis/step.h"

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class CallInst;
class Function;
class ReturnInst;
}  // namespace llvm

namespace lanewise {

class Widening;

/// An empty function for so many lanes, with the attributes of `scalar`.
llvm::Function* declareForLanes(llvm::Function& scalar, llvm::ArrayRef<Step> parameters,
                                unsigned lanes);

/// Gives the values of the parameters in the widened function to those of the scalar one and to its
/// lane parameters.
void takeParameters(Widening& widening, llvm::Function& scalar, llvm::ArrayRef<Step> parameters);

/// The end of a kernel, or of a function of lanes.
void writeReturn(Widening& widening, llvm::ReturnInst& end);

/// \pre formOf() is CallForm::FunctionOfLanes.
void callFunctionOfLanes(Widening& widening, llvm::CallInst& call);

}  // namespace lanewise
