// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a kernel are the same for all work-items that execute them together: those of a
// group, or those of a vector.
// LLVM 19 has such an analysis, too, but it misses joins of nested divergent branches and takes a
// phi with an undefined operand for its other operand. uniformity.cpp opens with the rules.
#pragma once

#include <memory>

namespace llvm {
class BasicBlock;
class Function;
class Use;
class Value;
}  // namespace llvm

namespace lanewise {

/// The work-items of a vector are adjacent along x and execute each instruction at the same time:
/// a load from one address finds one value for all of them. Work-items of a group may execute it
/// one after another, and another work-item may write in between.
enum class Together { Group, Vector };

class Uniformity {
 public:
  /// \pre All blocks of `function` are reachable. It must not change while the object lives.
  /// `lanes` of a vector, if they are known: the first one's local id is a multiple of them.
  explicit Uniformity(llvm::Function& function, Together together = Together::Group,
                      unsigned lanes = 1);
  ~Uniformity();

  /// The value is uniform where it is defined: work-items that execute the definition together (the
  /// same block in the same iteration of each loop around it) compute the same value.
  bool isUniform(const llvm::Value& value) const;

  /// The value is uniform where it is defined and where it is used: work-items that execute a use
  /// together found the same value there.
  bool isUniformEverywhere(const llvm::Value& value) const;

  /// Work-items that execute the use together may find different values of the operand.
  bool isDivergentUse(const llvm::Use& use) const;

  /// Work-items that execute the block together may go on to different blocks.
  bool hasDivergentBranch(const llvm::BasicBlock& block) const;

 private:
  class Analysis;
  std::unique_ptr<Analysis> analysis_;
};

}  // namespace lanewise
