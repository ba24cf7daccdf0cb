// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order in which a vector of work-items runs through the blocks of one level: the blocks of a
// loop, or of the function, that are in no inner loop. An inner loop counts as one node.
//
// The order is topological, and the nodes that a node dominates follow it without a gap. The second
// property makes linearization keep dominance (linearize.cpp).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
}  // namespace llvm

namespace lanewise {

struct LevelNode {
  llvm::BasicBlock* block;  // the header if the node is a loop
  llvm::Loop* loop;         // nullptr for a block
  /// Positions, without repetitions. Edges out of the level and back to its header are no part of
  /// it.
  llvm::SmallVector<unsigned, 2> successors;
  /// Position of the first node that is on all paths from here and that this node does not
  /// dominate. None if there is no such node.
  std::optional<unsigned> behind;
};

class Level {
 public:
  /// `loop`: nullptr for the function's level.
  /// \pre Loops are in simplified form; the function is reducible and has one return.
  Level(llvm::Function& function, const llvm::LoopInfo& loops, llvm::Loop* loop);

  llvm::Loop* loop() const { return loop_; }
  const std::vector<LevelNode>& nodes() const { return nodes_; }
  /// The position of the node that contains the block; nullopt if the block is outside of the
  /// level.
  std::optional<unsigned> positionOf(const llvm::BasicBlock& block) const;
  /// All paths from the first node come to the second before they begin another iteration; those
  /// that leave the level, too, unless all lanes leave it together.
  bool isOnAllPaths(unsigned from, unsigned node, bool leavesTogether) const;

 private:
  void collect(llvm::Function& function);
  void connect();
  void connect(LevelNode& node);
  void reorder(const std::vector<unsigned>& order);

  const llvm::LoopInfo& loops_;
  llvm::Loop* loop_;
  std::vector<LevelNode> nodes_;
  std::vector<bool> ends_;  // by node: an edge leaves the level or goes back to the header
  // By node: the next one on all paths, or nodes_.size(). And on all that stay in the level.
  std::vector<unsigned> after_, afterInside_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> positions_;  // by LevelNode::block
};

/// All levels of a function.
class Levels {
 public:
  Levels(llvm::Function& function, const llvm::LoopInfo& loops);
  const Level& of(const llvm::Loop* loop) const { return *levels_.find(loop)->second; }

 private:
  llvm::DenseMap<const llvm::Loop*, std::unique_ptr<Level>> levels_;
};

}  // namespace lanewise
