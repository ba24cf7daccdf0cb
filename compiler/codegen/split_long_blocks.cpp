// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts a block where the fewest bits of its values are live: they pass from part to part in
// registers. generate.cpp adds the pass to LLVM's code generation.
#include "compiler/codegen/split_long_blocks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Pass.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lanewise {
namespace {

// Code generation of a part of this length takes a few milliseconds. Shorter parts make worse code:
// instruction selection and scheduling see one block at a time.
constexpr size_t kLongest = 600;
constexpr size_t kShortest = 300;

// Instructions that must stay together: a static alloca is one only in the entry block's first
// part.
size_t firstDivisible(const std::vector<llvm::Instruction*>& code) {
  size_t first = 0;
  for (size_t i = 0; i < code.size(); ++i)
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(code[i])) first = i + 1;
  return first;
}

// By place: how many registers' worth of the block's values are computed before it and used from it
// on.
std::vector<uint64_t> liveBits(const std::vector<llvm::Instruction*>& code,
                               const llvm::DataLayout& layout) {
  llvm::DenseMap<const llvm::Instruction*, size_t> places;
  for (size_t i = 0; i < code.size(); ++i) places[code[i]] = i;
  std::vector<uint64_t> change(code.size() + 1);
  for (size_t i = 0; i < code.size(); ++i) {
    if (!code[i]->getType()->isSized()) continue;
    size_t last = i;
    for (const llvm::User* user : code[i]->users()) {
      const auto found = places.find(llvm::cast<llvm::Instruction>(user));
      last = std::max(last, found == places.end() ? code.size() : found->second);
    }
    if (last == i) continue;
    const uint64_t bits = std::max<uint64_t>(layout.getTypeSizeInBits(code[i]->getType()), 64);
    change[i + 1] += bits;
    if (last < code.size()) change[last + 1] -= bits;
  }
  for (size_t i = 1; i < change.size(); ++i) change[i] += change[i - 1];
  return change;
}

// The last places first.
llvm::SmallVector<size_t> cuts(const std::vector<llvm::Instruction*>& code,
                               const llvm::DataLayout& layout) {
  llvm::SmallVector<size_t> result;
  const std::vector<uint64_t> live = liveBits(code, layout);
  size_t start = firstDivisible(code);
  if (start > 0) result.push_back(start);
  while (code.size() - start > kLongest) {
    const auto found =
        std::min_element(live.begin() + static_cast<std::ptrdiff_t>(start + kShortest),
                         live.begin() + static_cast<std::ptrdiff_t>(start + kLongest));
    start = static_cast<size_t>(found - live.begin());
    result.push_back(start);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

class SplitLongBlocks : public llvm::FunctionPass {
 public:
  static char ID;
  SplitLongBlocks() : llvm::FunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "Split long blocks"; }

  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override {
    usage.addPreserved<llvm::DominatorTreeWrapperPass>();
    usage.addPreserved<llvm::LoopInfoWrapperPass>();
  }

  bool runOnFunction(llvm::Function& function) override {
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : function)
      if (block.size() > kLongest) blocks.push_back(&block);
    for (llvm::BasicBlock* block : blocks) split(*block);
    return !blocks.empty();
  }

 private:
  void split(llvm::BasicBlock& block) {
    auto* dominators = getAnalysisIfAvailable<llvm::DominatorTreeWrapperPass>();
    auto* loops = getAnalysisIfAvailable<llvm::LoopInfoWrapperPass>();
    std::vector<llvm::Instruction*> code;
    for (llvm::Instruction& instruction : block) code.push_back(&instruction);
    for (size_t place : cuts(code, block.getModule()->getDataLayout()))
      llvm::SplitBlock(&block, code[place], dominators ? &dominators->getDomTree() : nullptr,
                       loops ? &loops->getLoopInfo() : nullptr);
  }
};

char SplitLongBlocks::ID = 0;

}  // namespace

llvm::FunctionPass* createSplitLongBlocksPass() { return new SplitLongBlocks; }

}  // namespace lanewise
