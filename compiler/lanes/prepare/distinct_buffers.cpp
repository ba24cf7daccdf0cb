// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// distinct-buffers: a copy of loops that keep a sum in a buffer, `c[i] += a[k] * b[k]`, for
// launches whose buffers have no byte in common. The host knows that
// (abi::Launch::hasDistinctBuffers). In the copy, accesses through different arguments have
// different alias scopes, so that the sum is in a register and loads can be joined.
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/pass.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <vector>

namespace lanewise {

/// Requires: arguments of kernels are their buffers, local memory, and objects that kernels do not
/// write. Ensures: loops that keep a sum in a buffer are in two versions, of which one runs if
/// lanewise.has_distinct_buffers() and has the sum in a register. Why here: addresses that do not
/// change in a loop were moved out of it.
FUNCTION_PASS(DistinctBuffersPass);

namespace {

constexpr size_t kMostInstructions = 150;  // of a loop that gets a copy
constexpr unsigned kMostLookedThrough = 16;

// The argument that an access goes through; null if there may be another one.
const llvm::Argument* bufferOf(const llvm::Instruction& access) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  return address ? llvm::dyn_cast<llvm::Argument>(
                       llvm::getUnderlyingObject(address, kMostLookedThrough))
                 : nullptr;
}

// Loads, stores and arithmetic only.
bool isSimple(const llvm::Loop& loop) {
  size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    instructions += block->size();
    for (const llvm::Instruction& instruction : *block) {
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        if (!load->isSimple()) return false;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (!store->isSimple()) return false;
      } else if (instruction.mayReadOrWriteMemory()) {
        return false;
      }
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && (call->isConvergent() || call->cannotDuplicate())) return false;
    }
  }
  return instructions <= kMostInstructions;
}

// The loop stores to one address, and loads through another argument in between.
bool keepsSumInBuffer(const llvm::Loop& loop) {
  llvm::SmallPtrSet<const llvm::Argument*, 4> sums, loaded;
  bool loadsElsewhere = false;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
      if (!address) continue;
      const llvm::Argument* buffer = bufferOf(instruction);
      if (llvm::isa<llvm::LoadInst>(instruction)) {
        if (buffer) loaded.insert(buffer);
        loadsElsewhere |= !buffer && !llvm::isIdentifiedObject(llvm::getUnderlyingObject(address));
      } else if (buffer && loop.isLoopInvariant(address)) {
        sums.insert(buffer);
      }
    }
  return !loadsElsewhere && llvm::any_of(sums, [&](const llvm::Argument* sum) {
    return llvm::any_of(loaded, [&](const llvm::Argument* other) { return other != sum; });
  });
}

bool hasSums(const llvm::Loop& loop) {
  if (!loop.isInnermost()) return llvm::any_of(loop, [](auto* inner) { return hasSums(*inner); });
  return keepsSumInBuffer(loop);
}

// The outermost loops that get a copy.
void choose(llvm::Loop& loop, llvm::SmallVectorImpl<llvm::Loop*>& chosen) {
  if (isSimple(loop) && hasSums(loop))
    chosen.push_back(&loop);
  else
    for (llvm::Loop* inner : loop) choose(*inner, chosen);
}

// Alias scopes of the arguments of a kernel.
class Scopes {
 public:
  explicit Scopes(llvm::Function& kernel) {
    llvm::MDBuilder builder(kernel.getContext());
    llvm::MDNode* domain = builder.createAnonymousAliasScopeDomain("arguments");
    for (const llvm::Argument& argument : kernel.args())
      if (argument.getType()->isPointerTy())
        scopes_[&argument] = builder.createAnonymousAliasScope(domain, argument.getName());
    for (const auto& [argument, scope] : scopes_) {
      std::vector<llvm::Metadata*> others;
      for (const llvm::Argument& other : kernel.args())
        if (&other != argument && scopes_.contains(&other)) others.push_back(scopes_[&other]);
      others_[argument] = llvm::MDNode::get(kernel.getContext(), others);
    }
  }

  void mark(llvm::Instruction& access) const {
    const llvm::Argument* buffer = bufferOf(access);
    if (!buffer) return;
    extend(access, llvm::LLVMContext::MD_alias_scope,
           llvm::MDNode::get(access.getContext(), scopes_.lookup(buffer)));
    extend(access, llvm::LLVMContext::MD_noalias, others_.lookup(buffer));
  }

 private:
  static void extend(llvm::Instruction& access, unsigned kind, llvm::MDNode* list) {
    access.setMetadata(kind, llvm::MDNode::concatenate(access.getMetadata(kind), list));
  }

  llvm::MapVector<const llvm::Argument*, llvm::MDNode*> scopes_;
  llvm::DenseMap<const llvm::Argument*, llvm::MDNode*> others_;
};

// A copy of the loop, for all launches. The loop itself is left for those with distinct buffers.
void copyLoop(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*> exits;
  loop.getUniqueExitBlocks(exits);
  llvm::BasicBlock* before = loop.getLoopPreheader();
  llvm::BasicBlock* preheader =
      llvm::SplitBlock(before, before->getTerminator(), &dominators, &loops);
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<llvm::BasicBlock*> blocks;
  llvm::Loop* copy = llvm::cloneLoopWithPreheader(preheader, before, &loop, map, ".shared", &loops,
                                                  &dominators, blocks);
  llvm::remapInstructionsInBlocks(blocks, map);
  llvm::Instruction* end = before->getTerminator();
  llvm::IRBuilder<> builder(end);
  builder.CreateCondBr(emitKernelCall(builder, KernelCall::HasDistinctBuffers), preheader,
                       copy->getLoopPreheader());
  end->eraseFromParent();
  for (llvm::BasicBlock* exit : exits)
    for (llvm::PHINode& phi : exit->phis())
      for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
        llvm::Value* value = phi.getIncomingValue(i);
        llvm::Value* copied = map.lookup(value);
        phi.addIncoming(copied ? copied : value,
                        llvm::cast<llvm::BasicBlock>(map.lookup(phi.getIncomingBlock(i))));
      }
}

void simplifyLoops(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(kernel, analyses);
}

}  // namespace

llvm::PreservedAnalyses DistinctBuffersPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
  if (!function.hasFnAttribute(kKernelAttribute)) return llvm::PreservedAnalyses::all();
  const auto candidates = [&] {
    llvm::SmallVector<llvm::Loop*> chosen;
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function)) choose(*loop, chosen);
    return chosen;
  };
  if (candidates().empty()) return llvm::PreservedAnalyses::all();
  simplifyLoops(function, analyses);
  const llvm::SmallVector<llvm::Loop*> chosen = candidates();
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  const Scopes scopes(function);
  for (llvm::Loop* loop : chosen) {
    if (!loop->isLoopSimplifyForm()) continue;
    copyLoop(*loop, loops, dominators);
    for (llvm::BasicBlock* block : loop->blocks())
      for (llvm::Instruction& instruction : *block) scopes.mark(instruction);
  }
  function.addFnAttr(kTestsBuffersAttribute);
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                       /*UseMemorySSA=*/true));
  passes.run(function, analyses);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
