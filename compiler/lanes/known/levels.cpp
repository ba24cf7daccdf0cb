// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the order of a level in two steps: reverse post-order, then the nodes of each dominator
// subtree without gaps. Dominators and postdominators are computed on the acyclic graph of the
// level, because LLVM's trees are of whole functions. Used by masks.cpp and linearize.cpp.
#include "compiler/lanes/known/levels.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>

#include <algorithm>

namespace lanewise {
namespace {

constexpr unsigned kNone = ~0u;

// Immediate dominators of an acyclic graph whose nodes are numbered in topological order: node 0 is
// the start; `predecessors` of node n are below n.
std::vector<unsigned> immediateDominators(
    const std::vector<llvm::SmallVector<unsigned, 2>>& predecessors) {
  std::vector<unsigned> idom(predecessors.size(), kNone);
  for (unsigned node = 1; node < predecessors.size(); ++node)
    for (unsigned before : predecessors[node]) {
      unsigned a = before, b = idom[node] == kNone ? before : idom[node];
      while (a != b) (a > b ? a : b) = idom[a > b ? a : b];
      idom[node] = a;
    }
  return idom;
}

std::vector<llvm::SmallVector<unsigned, 2>> predecessorsOf(const std::vector<LevelNode>& nodes) {
  std::vector<llvm::SmallVector<unsigned, 2>> result(nodes.size());
  for (unsigned node = 0; node < nodes.size(); ++node)
    for (unsigned next : nodes[node].successors) result[next].push_back(node);
  return result;
}

// Immediate postdominators. All paths end in a node behind the last one, to which edges go from the
// nodes that `ends` names.
std::vector<unsigned> immediatePostDominators(const std::vector<LevelNode>& nodes,
                                              const std::vector<bool>& ends) {
  const auto count = static_cast<unsigned>(nodes.size());
  std::vector<llvm::SmallVector<unsigned, 2>> reversed(count + 1);  // node n is count - n
  for (unsigned node = 0; node < count; ++node) {
    for (unsigned next : nodes[node].successors) reversed[count - node].push_back(count - next);
    if (ends[node]) reversed[count - node].push_back(0);
  }
  const std::vector<unsigned> idom = immediateDominators(reversed);
  std::vector<unsigned> result(count);
  for (unsigned node = 0; node < count; ++node) result[node] = count - idom[count - node];
  return result;
}

// The nodes so that each is followed by those that it dominates; siblings keep their order.
std::vector<unsigned> compactOrder(const std::vector<unsigned>& idom) {
  std::vector<llvm::SmallVector<unsigned, 4>> children(idom.size());
  for (unsigned node = 1; node < idom.size(); ++node) children[idom[node]].push_back(node);
  std::vector<unsigned> order, stack{0};
  while (!stack.empty()) {
    const unsigned node = stack.back();
    stack.pop_back();
    order.push_back(node);
    for (unsigned child : llvm::reverse(children[node])) stack.push_back(child);
  }
  return order;
}

// By node: the first one behind those that it dominates, which follow it without a gap.
std::vector<unsigned> endsOfDominated(const std::vector<unsigned>& idom) {
  std::vector<unsigned> ends(idom.size());
  for (auto node = static_cast<unsigned>(idom.size()); node-- > 0;) {
    ends[node] = std::max(ends[node], node + 1);
    if (idom[node] != kNone) ends[idom[node]] = std::max(ends[idom[node]], ends[node]);
  }
  return ends;
}

}  // namespace

Level::Level(llvm::Function& function, const llvm::LoopInfo& loops, llvm::Loop* loop)
    : loops_(loops), loop_(loop) {
  collect(function);
  connect();
  reorder(compactOrder(immediateDominators(predecessorsOf(nodes_))));
  connect();
  const auto count = static_cast<unsigned>(nodes_.size());
  after_ = immediatePostDominators(nodes_, ends_);
  // Without the edges that leave the level, all paths end in the last node: the latch, the return.
  const std::vector<unsigned> idom = immediateDominators(predecessorsOf(nodes_));
  std::vector<bool> last(count);
  last.back() = true;
  afterInside_ = immediatePostDominators(nodes_, last);
  const std::vector<unsigned> ends = endsOfDominated(idom);
  for (unsigned node = count; node-- > 0;) {
    // What lies between a node and what is behind it is dominated by this node, too.
    std::optional<unsigned> behind = afterInside_[node];
    while (behind && *behind < ends[node]) behind = nodes_[*behind].behind;
    if (behind && *behind != count) nodes_[node].behind = behind;
  }
}

bool Level::isOnAllPaths(unsigned from, unsigned node, bool leavesTogether) const {
  const std::vector<unsigned>& after = leavesTogether ? afterInside_ : after_;
  while (from < node) from = after[from];
  return from == node;
}

// In reverse post-order of the function, which is topological in each level.
void Level::collect(llvm::Function& function) {
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    llvm::Loop* innermost = loops_.getLoopFor(block);
    const bool isBlock = innermost == loop_;
    const bool isHeader =
        innermost && innermost->getParentLoop() == loop_ && innermost->getHeader() == block;
    if (!isBlock && !isHeader) continue;
    positions_[block] = static_cast<unsigned>(nodes_.size());
    nodes_.push_back({block, isBlock ? nullptr : innermost, {}, std::nullopt});
  }
}

void Level::connect() {
  ends_.clear();
  for (LevelNode& node : nodes_) connect(node);
}

void Level::connect(LevelNode& node) {
  llvm::SmallVector<llvm::BasicBlock*> targets;
  if (node.loop)
    node.loop->getUniqueExitBlocks(targets);
  else
    llvm::append_range(targets, llvm::successors(node.block));
  node.successors.clear();
  bool isEnd = targets.empty();
  for (llvm::BasicBlock* target : targets) {
    const bool isBack = loop_ && target == loop_->getHeader();
    const std::optional<unsigned> position = isBack ? std::nullopt : positionOf(*target);
    isEnd |= !position;
    if (position && !llvm::is_contained(node.successors, *position))
      node.successors.push_back(*position);
  }
  ends_.push_back(isEnd);
}

void Level::reorder(const std::vector<unsigned>& order) {
  std::vector<LevelNode> sorted;
  sorted.reserve(order.size());
  for (unsigned old : order) sorted.push_back(std::move(nodes_[old]));
  nodes_ = std::move(sorted);
  for (unsigned i = 0; i < nodes_.size(); ++i) positions_[nodes_[i].block] = i;
}

std::optional<unsigned> Level::positionOf(const llvm::BasicBlock& block) const {
  const llvm::BasicBlock* entry = &block;
  for (const llvm::Loop* inner = loops_.getLoopFor(&block); inner != loop_;
       inner = inner->getParentLoop()) {
    if (!inner) return std::nullopt;
    entry = inner->getHeader();
  }
  const auto found = positions_.find(entry);
  return found == positions_.end() ? std::nullopt : std::optional(found->second);
}

Levels::Levels(llvm::Function& function, const llvm::LoopInfo& loops) {
  levels_[nullptr] = std::make_unique<Level>(function, loops, nullptr);
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    levels_[loop] = std::make_unique<Level>(function, loops, loop);
}

}  // namespace lanewise
