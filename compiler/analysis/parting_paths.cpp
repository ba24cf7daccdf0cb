// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers blocks, computes dominance frontiers, and follows the paths of one branch after another
// for uniformity.cpp.
#include "compiler/analysis/parting_paths.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <utility>

namespace lanewise {

PartingPaths::PartingPaths(llvm::Function& function) {
  numberBlocks(function);
  findFrontiers();
  isNode_.resize(count());
  isJoin_.resize(count());
}

void PartingPaths::numberBlocks(llvm::Function& function) {
  const llvm::DominatorTree tree(function);
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> order;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
    order[block] = static_cast<unsigned>(order.size());
  llvm::SmallVector<const llvm::DomTreeNode*> stack{tree.getRootNode()};
  while (!stack.empty()) {
    const llvm::DomTreeNode* node = stack.pop_back_val();
    const Number number = count();
    numbers_[node->getBlock()] = number;
    blocks_.push_back(node->getBlock());
    postOrder_.push_back(order.lookup(node->getBlock()));
    dominators_.push_back(node->getIDom() ? numberOf(*node->getIDom()->getBlock()) : kNoBlock);
    llvm::SmallVector<const llvm::DomTreeNode*> children(node->children());
    llvm::sort(children, [&](const auto* a, const auto* b) {
      return order.lookup(a->getBlock()) > order.lookup(b->getBlock());
    });
    stack.append(children);
  }
  ends_.resize(count());
  for (Number block = count(); block-- > 0;) {
    ends_[block] = std::max(ends_[block], block + 1);
    if (block > 0) ends_[dominators_[block]] = std::max(ends_[dominators_[block]], ends_[block]);
  }
  successors_.resize(count());
  predecessors_.resize(count());
  for (Number block = 0; block < count(); ++block)
    for (const llvm::BasicBlock* successor : llvm::successors(blocks_[block])) {
      successors_[block].push_back(numberOf(*successor));
      predecessors_[successors_[block].back()].push_back(block);
    }
}

// Once a block's frontier has the join, those of the blocks above it have it, too.
void PartingPaths::findFrontiers() {
  frontiers_.resize(count());
  for (Number join = 1; join < count(); ++join)
    for (Number above : predecessors_[join])
      for (; above != dominators_[join]; above = dominators_[above]) {
        if (!frontiers_[above].empty() && frontiers_[above].back() == join) break;
        frontiers_[above].push_back(join);
      }
}

void PartingPaths::follow(Number branch, Number meeting) {
  branch_ = branch;
  meeting_ = meeting;
  returning_ = {};
  joins_.clear();
  collectNodes(branch, meeting);
  cutIntoPieces();
  labels_.assign(nodes_.size(), kNone);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned node : inOrder_) changed |= visit(node);
  }
  for (Number node : nodes_) isNode_.reset(node);
  for (Number join : joins_) isJoin_.reset(join);
  llvm::sort(joins_);
}

// The branch itself, the blocks that it dominates directly, and the iterated dominance frontier up
// to the meeting.
void PartingPaths::collectNodes(Number branch, Number meeting) {
  nodes_.clear();
  const auto add = [&](Number block) {
    if (isNode_.test(block)) return;
    isNode_.set(block);
    nodes_.push_back(block);
  };
  add(branch);
  for (Number child = branch + 1; child < ends_[branch]; child = ends_[child]) add(child);
  for (size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i] != meeting) llvm::for_each(frontiers_[nodes_[i]], add);
  llvm::sort(nodes_);
  inOrder_.resize(nodes_.size());
  for (unsigned i = 0; i < inOrder_.size(); ++i) inOrder_[i] = i;
  llvm::sort(inOrder_,
             [&](unsigned a, unsigned b) { return postOrder_[nodes_[a]] < postOrder_[nodes_[b]]; });
}

void PartingPaths::cutIntoPieces() {
  pieces_.clear();
  const auto cut = [&](Number first, unsigned node) {
    if (!pieces_.empty() && pieces_.back().first == first)
      pieces_.back().node = node;
    else
      pieces_.push_back({first, node});
  };
  llvm::SmallVector<unsigned> around;  // nodes that dominate the place, the last one innermost
  const auto leaveBefore = [&](Number place) {
    while (!around.empty() && ends_[nodes_[around.back()]] <= place) {
      const Number end = ends_[nodes_[around.pop_back_val()]];
      cut(end, around.empty() ? kNoNode : around.back());
    }
  };
  for (unsigned node = 0; node < nodes_.size(); ++node) {
    leaveBefore(nodes_[node]);
    cut(nodes_[node], node);
    around.push_back(node);
  }
  leaveBefore(count());
}

// Whether the label of the node has changed.
bool PartingPaths::visit(unsigned node) {
  const Number block = nodes_[node];
  if (isJoin_.test(block)) return false;
  const Incoming incoming = incomingOf(node);
  if (block == branch_) returning_ = incoming;
  if (incoming.differ) {
    isJoin_.set(block);
    joins_.push_back(block);
  }
  if (block == branch_ || block == meeting_) return false;
  const Label label = incoming.differ ? joinLabel(block) : incoming.label;
  return std::exchange(labels_[node], label) != label;
}

// One predecessor of each piece is enough.
PartingPaths::Incoming PartingPaths::incomingOf(unsigned node) const {
  Incoming result;
  const Number block = nodes_[node];
  const Numbers& before = predecessors_[block];
  for (const Number* next = before.begin(); next != before.end() && !result.differ;) {
    const Piece* piece = pieceOf(*next);
    const unsigned from = piece ? piece->node : kNoNode;
    if (from != kNoNode && nodes_[from] == branch_) {
      for (unsigned i = 0; i < successors_[branch_].size(); ++i)
        if (successors_[branch_][i] == block) result.add(successorLabel(i));
    } else if (from != kNoNode && from != node) {
      result.add(labels_[from]);
    }
    const Piece* behind = piece ? piece + 1 : pieces_.data();
    next = behind == pieces_.data() + pieces_.size()
               ? before.end()
               : std::lower_bound(next, before.end(), behind->first);
  }
  return result;
}

// nullptr: before the first one.
const PartingPaths::Piece* PartingPaths::pieceOf(Number block) const {
  const auto behind = llvm::upper_bound(
      pieces_, block, [](Number number, const Piece& piece) { return number < piece.first; });
  return behind == pieces_.begin() ? nullptr : &*std::prev(behind);
}

PartingPaths::Label PartingPaths::labelOf(Number block) const {
  const Piece* piece = pieceOf(block);
  return piece && piece->node != kNoNode ? labels_[piece->node] : kNone;
}

std::vector<PartingPaths::Range> PartingPaths::labelled() const {
  std::vector<Range> result;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    const unsigned node = pieces_[i].node;
    const Number end = i + 1 < pieces_.size() ? pieces_[i + 1].first : count();
    if (node != kNoNode && labels_[node] != kNone)
      result.push_back({pieces_[i].first, end, labels_[node]});
  }
  return result;
}

}  // namespace lanewise
