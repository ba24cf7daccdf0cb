// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts are computed when they are asked for, and live until the manager invalidates the result.
#include "compiler/lanes/known/lane_facts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

namespace lanewise {

llvm::AnalysisKey LaneFactsAnalysis::Key;

KernelFacts LaneFactsAnalysis::run(llvm::Function& kernel,
                                   llvm::FunctionAnalysisManager& analyses) {
  return {kernel, analyses.getResult<llvm::LoopAnalysis>(kernel),
          analyses.getResult<llvm::DominatorTreeAnalysis>(kernel)};
}

const LanePaths& KernelFacts::paths(unsigned prescribedLanes) {
  std::unique_ptr<LanePaths>& paths = paths_[prescribedLanes];
  if (!paths) paths = std::make_unique<LanePaths>(*kernel_, *loops_, *dominators_, prescribedLanes);
  return *paths;
}

const LaneFacts& KernelFacts::of(VectorLength length) {
  std::unique_ptr<LaneFacts>& facts = facts_[{length.lanes, length.isPrescribed}];
  if (!facts)
    facts = std::make_unique<LaneFacts>(*kernel_, length.lanes, *loops_,
                                        paths(length.isPrescribed ? length.lanes : 1));
  return *facts;
}

}  // namespace lanewise
