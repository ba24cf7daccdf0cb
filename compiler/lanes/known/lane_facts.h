// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a kernel's values in vectors, before the kernel is widened: one analysis of
// LLVM, whose result has all of it. It is one because its parts depend on each other and on the
// number of lanes, which an analysis of LLVM cannot have as a parameter, and because whatever
// changes a kernel invalidates all of them.
#pragma once

#include "compiler/analysis/uniformity.h"
#include "compiler/lanes/known/assumed_strides.h"
#include "compiler/lanes/known/lane_patterns.h"
#include "compiler/lanes/known/levels.h"
#include "compiler/lanes/known/masks.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/IR/PassManager.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace llvm {
class DominatorTree;
class LoopInfo;
}  // namespace llvm

namespace lanewise {

/// Which lanes execute which blocks, and in what order.
struct LanePaths {
  /// \param lanes as those of Uniformity.
  LanePaths(llvm::Function& kernel, const llvm::LoopInfo& loops,
            const llvm::DominatorTree& dominators, unsigned lanes)
      : uniformity(kernel, Together::Vector, lanes),
        levels(kernel, loops),
        masks(kernel, loops, dominators, levels, uniformity) {}

  const Uniformity uniformity;
  const Levels levels;
  const Masks masks;
};

/// The facts of a kernel, for vectors of so many lanes.
class LaneFacts {
 public:
  LaneFacts(llvm::Function& kernel, unsigned lanes, const llvm::LoopInfo& loops,
            const LanePaths& paths)
      : lanes(lanes),
        loops(loops),
        paths(paths),
        shapes(kernel, lanes, paths.uniformity, paths.masks),
        assumed(kernel, shapes, lanes),
        kernel_(kernel) {}
  LaneFacts(const LaneFacts&) = delete;
  LaneFacts& operator=(const LaneFacts&) = delete;

  const unsigned lanes;
  const llvm::LoopInfo& loops;
  const LanePaths& paths;
  const Shapes shapes;
  const AssumedStrides assumed;
  const LanePatterns& patterns() const {
    if (!patterns_) patterns_.emplace(kernel_, shapes, lanes);
    return *patterns_;
  }

 private:
  const llvm::Function& kernel_;
  mutable std::optional<LanePatterns> patterns_;
};

/// How many lanes a vector has, and whether all vectors of the kernel have as many, so that local
/// ids of their first lanes are multiples of them.
struct VectorLength {
  unsigned lanes;
  bool isPrescribed = false;
};

class KernelFacts {
 public:
  KernelFacts(llvm::Function& kernel, const llvm::LoopInfo& loops,
              const llvm::DominatorTree& dominators)
      : kernel_(&kernel), loops_(&loops), dominators_(&dominators) {}

  /// The paths of vectors of any length.
  const LanePaths& paths() { return paths(1); }
  /// Computed once for each length.
  const LaneFacts& of(VectorLength length);

 private:
  const LanePaths& paths(unsigned prescribedLanes);

  llvm::Function* kernel_;
  const llvm::LoopInfo* loops_;
  const llvm::DominatorTree* dominators_;
  std::map<unsigned, std::unique_ptr<LanePaths>> paths_;  // by prescribed lanes
  std::map<std::pair<unsigned, bool>, std::unique_ptr<LaneFacts>> facts_;
};

/// Registered by driver/pipeline.cpp. A pass that changes a kernel and uses the facts again
/// invalidates them as those of LLVM.
class LaneFactsAnalysis : public llvm::AnalysisInfoMixin<LaneFactsAnalysis> {
 public:
  using Result = KernelFacts;
  KernelFacts run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

 private:
  friend llvm::AnalysisInfoMixin<LaneFactsAnalysis>;
  static llvm::AnalysisKey Key;
};

}  // namespace lanewise
