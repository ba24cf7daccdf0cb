// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part is a block with the blocks that it dominates, down to a random depth, without anything
// that work-items do together.
#include "tests/reference/functions_out_of_line.h"

#include "compiler/contract/function_attributes.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/driver/pipeline.h"
#include "tests/reference/library_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include <vector>

namespace lanewise::fuzz {
namespace {

constexpr unsigned kMostFunctions = 4;

bool canMove(const llvm::BasicBlock& block) {
  return llvm::none_of(block, [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return llvm::isa<llvm::AllocaInst, llvm::ReturnInst>(instruction) ||
           (call && call->isConvergent());
  });
}

// The blocks that `head` dominates and that may move, as long as their dominators do.
std::vector<llvm::BasicBlock*> partFrom(llvm::BasicBlock& head, llvm::DominatorTree& dominators,
                                        std::mt19937_64& random) {
  std::vector<llvm::BasicBlock*> part;
  llvm::SmallVector<llvm::BasicBlock*> work{&head};
  while (!work.empty()) {
    llvm::BasicBlock* block = work.pop_back_val();
    if (!canMove(*block) || (block != &head && random() % 8 == 0)) continue;
    part.push_back(block);
    for (const llvm::DomTreeNode* child : *dominators.getNode(block))
      work.push_back(child->getBlock());
  }
  return part;
}

// A block that is left out must not lead back into the part, but to its head.
bool hasOneEntry(llvm::ArrayRef<llvm::BasicBlock*> part) {
  return llvm::all_of(part.drop_front(), [&](llvm::BasicBlock* block) {
    return llvm::all_of(llvm::predecessors(block),
                        [&](llvm::BasicBlock* before) { return llvm::is_contained(part, before); });
  });
}

bool makeFunction(llvm::Module& module, std::mt19937_64& random) {
  llvm::Function& kernel = *module.getFunction("kernel");
  std::vector<llvm::BasicBlock*> heads;
  for (llvm::BasicBlock& block : llvm::drop_begin(kernel)) heads.push_back(&block);
  if (heads.empty()) return false;
  llvm::DominatorTree dominators(kernel);
  llvm::BasicBlock& head = *heads[random() % heads.size()];
  if (!dominators.isReachableFromEntry(&head)) return false;
  const auto part = partFrom(head, dominators, random);
  if (part.empty() || !hasOneEntry(part)) return false;
  llvm::CodeExtractor extractor(part, &dominators);
  if (!extractor.isEligible()) return false;
  llvm::Function* function = extractor.extractCodeRegion(llvm::CodeExtractorAnalysisCache(kernel));
  if (!function) return false;
  function->setLinkage(llvm::GlobalValue::InternalLinkage);
  // It has those of the kernel.
  function->setAttributes(function->getAttributes().removeFnAttributes(module.getContext()));
  function->addFnAttr(kOutOfLineAttribute);
  stampAttributes(*function);
  return true;
}

}  // namespace

unsigned makeFunctionsOutOfLine(llvm::Module& module, std::mt19937_64& random) {
  unsigned count = 0;
  for (unsigned i = 0; i < kMostFunctions; ++i) count += makeFunction(module, random);
  orDie(runPasses("pass-item-values", module, {}));
  return count;
}

}  // namespace lanewise::fuzz
