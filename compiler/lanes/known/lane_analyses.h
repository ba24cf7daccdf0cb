// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a kernel's values in vectors, before the kernel is widened: each analysis needs
// those above it.
#pragma once

#include "compiler/analysis/uniformity.h"
#include "compiler/lanes/known/assumed_strides.h"
#include "compiler/lanes/known/levels.h"
#include "compiler/lanes/known/masks.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassManager.h>

namespace lanewise {

/// For vectors of `lanes`. Valid until the kernel changes.
struct LaneAnalyses {
  LaneAnalyses(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, unsigned lanes)
      : loops(analyses.getResult<llvm::LoopAnalysis>(kernel)),
        uniformity(kernel, Together::Vector),
        levels(kernel, loops),
        masks(kernel, loops, analyses.getResult<llvm::DominatorTreeAnalysis>(kernel), levels,
              uniformity),
        shapes(kernel, lanes, uniformity, masks),
        assumed(kernel, shapes, lanes) {}
  LaneAnalyses(const LaneAnalyses&) = delete;
  LaneAnalyses& operator=(const LaneAnalyses&) = delete;

  const llvm::LoopInfo& loops;
  const Uniformity uniformity;
  const Levels levels;
  const Masks masks;
  const Shapes shapes;
  const AssumedStrides assumed;
};

}  // namespace lanewise
