// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// unroll-gathers: `for (k = 0; k < n; ++k) s += a[id * n + k]`: each lane walks through a row of
// its own, and a gather in each iteration takes one element of each row. Such loops are unrolled,
// so that join-accesses finds adjacent elements: each lane then loads several at once. That
// takes fewer accesses, and each cache line is read in few of them, before lines of other rows
// replace it.
//
// Loops of one block that write no memory. The address of each such load becomes the sum of a
// pointer that does not change and of the number of the iteration, which is the form that is
// joined.
#include "compiler/contract/pass.h"
#include "compiler/contract/prepared_kernels.h"
#include "compiler/lanes/choose/width.h"
#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/prepare/simplify_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <vector>

namespace lanewise {

/// Requires: a kernel in the form of prepare-lanes; others stay as they are. Ensures: such loops
/// are unrolled. Loops keep their form. Why here: join-accesses finds the adjacent elements.
FUNCTION_PASS(UnrollGathersPass);

namespace {

constexpr uint64_t kBytesOfRow = 32;  // that a lane loads in an iteration: half a cache line
constexpr uint64_t kFewestCopies = 4, kMostCopies = 8;
constexpr size_t kMostInstructions = 40;  // of a loop, before
constexpr char kNoUnroll[] = "llvm.loop.unroll.disable";

struct RowLoads {
  llvm::Loop* loop;
  llvm::SmallVector<llvm::LoadInst*, 4> loads;
};

bool isUnrollable(const llvm::Loop& loop) {
  if (loop.getNumBlocks() != 1 || !loop.isLoopSimplifyForm() || !loop.getExitingBlock() ||
      loop.getHeader()->size() > kMostInstructions ||
      llvm::getBooleanLoopAttribute(&loop, kNoUnroll))
    return false;
  return llvm::none_of(*loop.getHeader(), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return instruction.mayWriteToMemory() || (call && call->isConvergent());
  });
}

// The address grows by the size of an element in each iteration.
bool walksThroughRow(const llvm::LoadInst& load, const llvm::Loop& loop,
                     llvm::ScalarEvolution& evolution) {
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  const llvm::Type* type = load.getType();
  const uint64_t bits = layout.getTypeSizeInBits(load.getType()).getFixedValue();
  if (!load.isSimple() || !(type->isIntegerTy() || type->isFloatingPointTy()) || bits > 64 ||
      layout.getTypeAllocSizeInBits(load.getType()).getFixedValue() != bits)
    return false;
  const auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
      evolution.getSCEV(const_cast<llvm::Value*>(load.getPointerOperand())));
  if (!address || address->getLoop() != &loop || !address->isAffine()) return false;
  // A division in front of the loop might be one by zero.
  const auto isDivision = [](const llvm::SCEV* part) {
    return llvm::isa<llvm::SCEVUDivExpr>(part);
  };
  if (llvm::SCEVExprContains(address->getStart(), isDivision)) return false;
  const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution));
  return step && step->getAPInt().getSExtValue() == static_cast<int64_t>(bits / 8) &&
         !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load.getPointerOperand()));
}

std::vector<RowLoads> findRowLoads(const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution) {
  std::vector<RowLoads> found;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!isUnrollable(*loop)) continue;
    RowLoads one{loop, {}};
    for (llvm::Instruction& instruction : *loop->getHeader())
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        if (walksThroughRow(*load, *loop, evolution)) one.loads.push_back(load);
    if (!one.loads.empty() && evolution.getSmallConstantTripCount(loop) == 0) found.push_back(one);
  }
  return found;
}

// Keeps the loops that all lanes leave together, and of their loads the gathers.
void keepGathers(std::vector<RowLoads>& found, llvm::Function& kernel,
                 llvm::FunctionAnalysisManager& analyses) {
  const LaneFacts& known = analyses.getResult<LaneFactsAnalysis>(kernel).of({mostLanes(kernel)});
  for (RowLoads& one : found)
    llvm::erase_if(one.loads, [&](const llvm::LoadInst* load) {
      const llvm::Value& address = *load->getPointerOperand();
      return known.shapes.of(address).kind != Step::Varying || known.assumed.of(address);
    });
  llvm::erase_if(found, [&](const RowLoads& one) {
    return one.loads.empty() || known.paths.masks.isDivergent(*one.loop);
  });
}

void separateIteration(const RowLoads& row, llvm::ScalarEvolution& evolution) {
  llvm::Loop& loop = *row.loop;
  llvm::BasicBlock& body = *loop.getHeader();
  llvm::IRBuilder<> builder(&body, body.begin());
  llvm::PHINode* iteration = builder.CreatePHI(builder.getInt64Ty(), 2, "iteration");
  builder.SetInsertPoint(body.getTerminator());
  llvm::Value* next = builder.CreateAdd(iteration, builder.getInt64(1), "", /*HasNUW=*/true,
                                        /*HasNSW=*/true);
  iteration->addIncoming(builder.getInt64(0), loop.getLoopPreheader());
  iteration->addIncoming(next, &body);
  llvm::SCEVExpander expander(evolution, body.getModule()->getDataLayout(), "row");
  llvm::Instruction* before = loop.getLoopPreheader()->getTerminator();
  for (llvm::LoadInst* load : row.loads) {
    llvm::Value* old = load->getPointerOperand();
    const auto* address = llvm::cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(old));
    llvm::Value* start = expander.expandCodeFor(address->getStart(), old->getType(), before);
    builder.SetInsertPoint(load);
    load->setOperand(0, builder.CreateGEP(load->getType(), start, iteration));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(old);
  }
}

uint64_t copiesOf(const RowLoads& row) {
  uint64_t copies = kMostCopies;
  for (const llvm::LoadInst* load : row.loads)
    copies = std::min(copies, kBytesOfRow * 8 / load->getType()->getPrimitiveSizeInBits());
  return std::max(copies, kFewestCopies);
}

void unroll(const RowLoads& row, llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel);
  separateIteration(row, evolution);
  evolution.forgetLoop(row.loop);
  llvm::UnrollLoopOptions options{};
  options.Count = static_cast<unsigned>(copiesOf(row));
  options.Runtime = true;
  options.AllowExpensiveTripCount = true;
  llvm::UnrollLoop(row.loop, options, &analyses.getResult<llvm::LoopAnalysis>(kernel), &evolution,
                   &analyses.getResult<llvm::DominatorTreeAnalysis>(kernel),
                   &analyses.getResult<llvm::AssumptionAnalysis>(kernel),
                   &analyses.getResult<llvm::TargetIRAnalysis>(kernel),
                   &analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(kernel),
                   /*PreserveLCSSA=*/true);
}

// Returns whether one was unrolled.
bool unrollGathers(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  std::vector<RowLoads> found =
      findRowLoads(analyses.getResult<llvm::LoopAnalysis>(kernel),
                   analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel));
  if (found.empty()) return false;
  keepGathers(found, kernel, analyses);
  if (found.empty()) return false;
  for (const RowLoads& row : found) unroll(row, kernel, analyses);
  simplifyLoops(kernel, analyses);
  return true;
}

}  // namespace

llvm::PreservedAnalyses UnrollGathersPass::run(llvm::Function& kernel,
                                               llvm::FunctionAnalysisManager& analyses) {
  if (!isPrepared(kernel)) return llvm::PreservedAnalyses::all();
  return unrollGathers(kernel, analyses) ? llvm::PreservedAnalyses::none()
                                         : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
