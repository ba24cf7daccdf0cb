// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The phis of a loop's header are the nodes of a graph. An edge is the longest way from one of them
// to the next value of another one. The cycle whose edges are longest on average decides.
#include "compiler/analysis/recurrences.h"

#include "compiler/target/processor.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace lanewise {
namespace {

constexpr size_t kMostPhis = 16;
constexpr double kNever = -std::numeric_limits<double>::infinity();

using Phis = llvm::SmallVector<const llvm::PHINode*, kMostPhis>;
using Edges = std::vector<std::vector<double>>;  // from, to

double latencyOf(const llvm::Instruction& instruction, const Processor& processor) {
  const bool isFloat = instruction.getType()->isFPOrFPVectorTy();
  switch (instruction.getOpcode()) {
    case llvm::Instruction::PHI:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::GetElementPtr: return 0;
    case llvm::Instruction::Mul: return processor.productLatency;
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem: return processor.divisionLatency;
    case llvm::Instruction::Load: return processor.loadLatency;
    case llvm::Instruction::FNeg:
    case llvm::Instruction::Select: return 1;
    case llvm::Instruction::Call:
      return llvm::isa<llvm::IntrinsicInst>(instruction) ? processor.arithmeticLatency
                                                         : processor.callLatency;
    default: return isFloat ? processor.arithmeticLatency : 1;
  }
}

// The longest ways from a phi to the next values of all phis.
std::vector<double> waysFrom(const llvm::PHINode& phi, const Phis& phis,
                             llvm::LoopBlocksRPO& blocks, const llvm::BasicBlock& latch,
                             const Processor& processor) {
  llvm::DenseMap<const llvm::Value*, double> arrivals;
  arrivals[&phi] = 0;
  const auto arrivalOf = [&](const llvm::Value* value) {
    const auto found = arrivals.find(value);
    return found == arrivals.end() ? kNever : found->second;
  };
  for (const llvm::BasicBlock* block : blocks)
    for (const llvm::Instruction& instruction : *block) {
      if (block == phi.getParent() && llvm::isa<llvm::PHINode>(instruction)) continue;
      double latest = kNever;
      for (const llvm::Value* operand : instruction.operand_values())
        latest = std::max(latest, arrivalOf(operand));
      if (latest != kNever) arrivals[&instruction] = latest + latencyOf(instruction, processor);
    }
  std::vector<double> ways;
  for (const llvm::PHINode* to : phis)
    ways.push_back(arrivalOf(to->getIncomingValueForBlock(&latch)));
  return ways;
}

// Karp's maximum mean of a cycle; 0 if there is none.
double longestCycle(const Edges& edges) {
  const size_t count = edges.size();
  Edges longest = {std::vector<double>(count, 0)};  // walks, by their length and end
  for (size_t length = 1; length <= count; ++length) {
    std::vector<double>& walks = longest.emplace_back(count, kNever);
    for (size_t from = 0; from < count; ++from)
      for (size_t to = 0; to < count; ++to)
        walks[to] = std::max(walks[to], longest[length - 1][from] + edges[from][to]);
  }
  double result = 0;
  for (size_t end = 0; end < count; ++end) {
    if (longest[count][end] == kNever) continue;
    double least = std::numeric_limits<double>::infinity();
    for (size_t length = 0; length < count; ++length)
      least = std::min(least, (longest[count][end] - longest[length][end]) /
                                  static_cast<double>(count - length));
    result = std::max(result, least);
  }
  return result;
}

}  // namespace

double latencyOf(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  Phis phis;
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) phis.push_back(&phi);
  if (!loop.isInnermost() || !latch || phis.size() > kMostPhis) return 0;
  llvm::LoopBlocksRPO blocks(const_cast<llvm::Loop*>(&loop));
  blocks.perform(&loops);
  const Processor& processor = processorOf(*latch->getModule());
  Edges edges;
  for (const llvm::PHINode* phi : phis)
    edges.push_back(waysFrom(*phi, phis, blocks, *latch, processor));
  return longestCycle(edges);
}

}  // namespace lanewise
