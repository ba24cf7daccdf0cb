// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the paths that part at a branch meet again: the join rule of uniformity.cpp.
//
// Each path has a label: first the number of the successor at which it begins, from a join on that
// of the join. A block whose incoming labels are equal has theirs. So labels change only at the
// blocks that the branch dominates directly, and in its iterated dominance frontier, as the
// variables of SSA form do (Cytron et al., "Efficiently computing static single assignment form and
// the control dependence graph", TOPLAS 1991). All other blocks have the label of the last such
// block that dominates them. Only these few blocks are visited.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace lanewise {

class PartingPaths {
 public:
  /// A block's place in the dominator tree, from the root down, siblings in reverse post-order. The
  /// blocks that a block dominates follow it without a gap.
  using Number = unsigned;
  static constexpr Number kNoBlock = ~0u;
  using Numbers = llvm::SmallVector<Number, 2>;

  using Label = unsigned;
  static constexpr Label kNone = ~0u;
  static Label joinLabel(Number join) { return join; }
  static Label successorLabel(unsigned successor) { return (1u << 31) + successor; }

  /// \pre All blocks are reachable.
  explicit PartingPaths(llvm::Function& function);

  Number count() const { return static_cast<Number>(blocks_.size()); }
  const llvm::BasicBlock& block(Number number) const { return *blocks_[number]; }
  Number numberOf(const llvm::BasicBlock& block) const { return numbers_.lookup(&block); }
  llvm::ArrayRef<Number> successors(Number block) const { return successors_[block]; }

  /// Follows all paths from the branch to the meeting, which is on all paths to the end (kNoBlock:
  /// up to the end). A path that returns to the branch begins anew there. What follows is about the
  /// last branch that was followed.
  void follow(Number branch, Number meeting);

  /// kNone: no path leads to the block before the meeting.
  Label labelOf(Number block) const;
  /// Where paths meet that share no block between, ascending.
  llvm::ArrayRef<Number> joins() const { return joins_; }
  /// Some path returns to the branch.
  bool returns() const { return returning_.label != kNone; }
  /// The label of the paths that return to the branch; kNone if they differ.
  Label returningLabel() const { return returning_.differ ? kNone : returning_.label; }

  /// Blocks of `first` to `end` - 1 have the label, which is not kNone.
  struct Range {
    Number first, end;
    Label label;
  };
  std::vector<Range> labelled() const;
  /// How many blocks were visited to find all this.
  size_t visited() const { return nodes_.size(); }

 private:
  // What the labels of the edges into a block have in common. Where a branch has several edges to
  // the block, their labels differ.
  struct Incoming {
    Label label = kNone;  // the first one; kNone if no path leads here
    bool differ = false;
    void add(Label more) {
      if (more == kNone) return;
      differ |= label != kNone && label != more;
      if (label == kNone) label = more;
    }
  };
  // A piece has the blocks from `first` to that of the next piece. `node` is the last visited block
  // that dominates them.
  struct Piece {
    Number first;
    unsigned node;  // an index of nodes_, or kNoNode
  };
  static constexpr unsigned kNoNode = ~0u;

  void numberBlocks(llvm::Function& function);
  void findFrontiers();
  void collectNodes(Number branch, Number meeting);
  void cutIntoPieces();
  bool visit(unsigned node);
  Incoming incomingOf(unsigned node) const;
  const Piece* pieceOf(Number block) const;

  llvm::DenseMap<const llvm::BasicBlock*, Number> numbers_;
  std::vector<const llvm::BasicBlock*> blocks_;
  std::vector<Numbers> successors_, predecessors_;  // those ascending
  std::vector<Number> dominators_, ends_;           // ends_: behind the last dominated block
  std::vector<Numbers> frontiers_;
  std::vector<unsigned> postOrder_;  // a block's place in reverse post-order

  // The block of the branch that was followed, and where its paths meet.
  Number branch_ = kNoBlock, meeting_ = kNoBlock;
  std::vector<Number> nodes_;      // blocks where labels may change, ascending
  std::vector<unsigned> inOrder_;  // indices of nodes_ in reverse post-order
  std::vector<Label> labels_;      // by node
  std::vector<Piece> pieces_;      // ascending
  Incoming returning_;
  std::vector<Number> joins_;
  llvm::BitVector isNode_, isJoin_;
};

}  // namespace lanewise
