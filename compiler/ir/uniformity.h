// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values of a kernel are the same for all work-items of a group that execute them together:
// LLVM's divergence analysis (irreducible flow and loops that work-items leave at different times
// included), told what differs between work-items here.
#pragma once

#include <memory>

namespace llvm {
class BasicBlock;
class Function;
class Value;
}  // namespace llvm

namespace lanewise {

class Uniformity {
 public:
  /// `function` must not change while the object lives.
  explicit Uniformity(llvm::Function& function);
  ~Uniformity();

  /// The value is uniform where it is defined.
  bool isUniform(const llvm::Value& value) const;

  /// The value is uniform where it is defined, and at each of its uses all work-items mean the same
  /// execution of the definition.
  bool isUniformEverywhere(const llvm::Value& value) const;

  /// Work-items that execute the block together may go on to different blocks.
  bool hasDivergentBranch(const llvm::BasicBlock& block) const;

 private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

}  // namespace lanewise
