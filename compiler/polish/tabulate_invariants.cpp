// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tabulate-invariants: what each vector of a work-group computes from ids, arguments and memory
// that the kernel does not write, is the same in all work-groups: the roots of unity of a step of a
// Fourier transform, which lanes gather. It is computed once for the work-groups of a call and kept
// in a table, with an entry for each iteration of the loop over vectors.
//
// An invariant value depends on the loop's number alone, which counts vectors or work-items. Often
// it depends on a few low bits of it only, as `id & 15` does: the table has as many entries as
// these bits make.
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/pass.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemoryLocation.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanewise {

/// Ensures: nothing; few vectors of a work-group gather what those of the work-group before have
/// gathered. Why here: loops over vectors that remain have their final form, and values of
/// unrolled ones are moved out of the loop over work-groups by LLVM.
FUNCTION_PASS(TabulateInvariantsPass);

namespace {

using namespace llvm::PatternMatch;
using Instruction = llvm::Instruction;

constexpr uint64_t kMostBytes = 8192;  // of all tables: a quarter of a first-level cache
constexpr unsigned kMostIterations = 256;
constexpr size_t kMostQueries = 10'000;
constexpr size_t kMostInvariants = 1000;  // of a loop
constexpr unsigned kMostDepth = 100;
constexpr unsigned kAllBits = 1 << 16;  // more than a type has
constexpr int kLeastCost = 8;           // for each register of the value; an entry takes a load

// A loop over the vectors of a work-group that each work-group runs.
struct VectorLoop {
  llvm::Loop* loop;
  llvm::PHINode* number;  // 0, 2^stepBits, 2 * 2^stepBits ...
  unsigned stepBits;
  unsigned iterations;
  llvm::SetVector<Instruction*> invariants;  // each behind its operands
};

// A value for the table.
struct Column {
  Instruction* value;
  unsigned entries;  // a power of two, or as many as iterations
};

class Tables {
 public:
  Tables(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : function_(function),
        aliases_(analyses.getResult<llvm::AAManager>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        evolution_(analyses.getResult<llvm::ScalarEvolutionAnalysis>(function)),
        costs_(analyses.getResult<llvm::TargetIRAnalysis>(function)) {
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function))
      if (llvm::findOptionMDForLoop(loop, kGroupLoop)) groups_ = loop;
  }

  bool run() {
    if (!groups_ || !groups_->getLoopPreheader() || !groups_->getLoopLatch()) return false;
    for (llvm::BasicBlock* block : groups_->blocks())
      for (Instruction& instruction : *block)
        if (instruction.mayWriteToMemory()) writes_.push_back(&instruction);
    std::vector<VectorLoop> loops;
    for (llvm::Loop* loop : *groups_)
      if (std::optional<VectorLoop> found = vectorLoop(*loop)) loops.push_back(std::move(*found));
    bool changed = false;
    for (VectorLoop& loop : loops) changed |= tabulate(loop);
    return changed;
  }

 private:
  // Each call has a work-group, and each work-group runs the loop.
  std::optional<VectorLoop> vectorLoop(llvm::Loop& loop) {
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    groups_->getExitingBlocks(exits);
    exits.push_back(groups_->getLoopLatch());
    const auto isBefore = [&](const llvm::BasicBlock* block) {
      return dominators_.dominates(loop.getHeader(), block);
    };
    const unsigned iterations = evolution_.getSmallConstantTripCount(&loop);
    if (!loop.isInnermost() || !loop.getLoopLatch() ||
        loop.getExitingBlock() != loop.getLoopLatch() || !llvm::all_of(exits, isBefore) ||
        iterations < 2 || iterations > kMostIterations)
      return std::nullopt;
    for (llvm::PHINode& phi : loop.getHeader()->phis()) {
      const auto* start = llvm::dyn_cast<llvm::ConstantInt>(
          phi.getIncomingValue(phi.getIncomingBlock(0) == loop.getLoopLatch() ? 1 : 0));
      const llvm::APInt* step = nullptr;
      if (start && start->isZero() && phi.getNumIncomingValues() == 2 &&
          match(phi.getIncomingValueForBlock(loop.getLoopLatch()),
                m_c_Add(m_Specific(&phi), m_Power2(step)))) {
        VectorLoop found{&loop, &phi, step->logBase2(), iterations, {}};
        findInvariants(found);
        return found;
      }
    }
    return std::nullopt;
  }

  void findInvariants(VectorLoop& loop) {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(loop.loop->getHeader())) {
      if (!loop.loop->contains(block)) continue;
      const bool isAlways = dominators_.dominates(block, loop.loop->getLoopLatch());
      for (Instruction& instruction : *block)
        if (loop.invariants.size() < kMostInvariants && isInvariant(instruction, isAlways, loop))
          loop.invariants.insert(&instruction);
    }
  }

  bool isInvariant(Instruction& instruction, bool isAlways, const VectorLoop& loop) {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) || instruction.isTerminator() ||
        instruction.getType()->isVoidTy() || instruction.getType()->isTokenTy())
      return false;
    if (!llvm::all_of(instruction.operands(), [&](const llvm::Use& operand) {
          auto* other = llvm::dyn_cast<Instruction>(operand.get());
          return !other || other == loop.number || !groups_->contains(other) ||
                 loop.invariants.contains(other);
        }))
      return false;
    if (instruction.mayReadFromMemory()) return isAlways && readsSame(instruction);
    if (instruction.mayHaveSideEffects()) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      return llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory() &&
             !call->isConvergent() && (isAlways || isSafe(instruction));
    return isAlways || isSafe(instruction);
  }

  static bool isSafe(const Instruction& instruction) {
    return llvm::isSafeToSpeculativelyExecute(&instruction);
  }

  // Whether no work-group of the call writes what the instruction loads.
  bool readsSame(Instruction& instruction) {
    const llvm::Value* address = nullptr;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (!load->isSimple()) return false;
      address = load->getPointerOperand();
    } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      if (call->getIntrinsicID() != llvm::Intrinsic::masked_load &&
          call->getIntrinsicID() != llvm::Intrinsic::masked_gather)
        return false;
      address = call->getArgOperand(0);
      const auto* lanes = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
      if (address->getType()->isVectorTy()) address = lanes ? lanes->getPointerOperand() : nullptr;
    }
    if (!address || address->getType()->isVectorTy()) return false;
    if (instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load)) return true;
    if ((queries_ += writes_.size()) > kMostQueries) return false;
    const auto location =
        llvm::MemoryLocation::getBeforeOrAfter(address, instruction.getAAMetadata());
    return llvm::none_of(writes_, [&](Instruction* write) {
      return llvm::isModSet(aliases_.getModRefInfo(write, location));
    });
  }

  // How many low bits of the loop's number `bits` low bits of the value depend on.
  unsigned bitsOfNumber(const llvm::Value& value, unsigned bits, const VectorLoop& loop,
                        unsigned depth = 0) {
    if (&value == loop.number) return bits;
    const auto* instruction = llvm::dyn_cast<Instruction>(&value);
    if (!instruction || !loop.loop->contains(instruction) || bits == 0) return 0;
    if (depth == kMostDepth) return kAllBits;
    const auto known = bitsOfNumber_.find({instruction, bits});
    if (known != bitsOfNumber_.end()) return known->second;
    unsigned most = 0;
    for (const auto& [operand, wanted] : wantedBits(*instruction, bits))
      most = std::max(most, bitsOfNumber(*operand, wanted, loop, depth + 1));
    return bitsOfNumber_[{instruction, bits}] = most;
  }

  using WantedBits = llvm::SmallVector<std::pair<const llvm::Value*, unsigned>, 4>;

  // On how many low bits of its operands `bits` low bits of the result depend.
  static WantedBits wantedBits(const Instruction& instruction, unsigned bits) {
    const llvm::Value *a = nullptr, *b = nullptr;
    const llvm::APInt* constant = nullptr;
    if (const unsigned width = instruction.getType()->getScalarSizeInBits())
      bits = std::min(bits, width);
    if (match(&instruction, m_And(m_Value(a), m_APInt(constant))))
      return {{a, std::min(bits, constant->getActiveBits())}};
    if (match(&instruction, m_Shl(m_Value(a), m_APInt(constant)))) {
      const auto distance = static_cast<unsigned>(constant->getLimitedValue(bits));
      return {{a, bits - distance}};
    }
    if (match(&instruction, m_CombineOr(m_Trunc(m_Value(a)), m_ZExtOrSExt(m_Value(a)))))
      return {{a, std::min(bits, a->getType()->getScalarSizeInBits())}};
    if (match(&instruction, m_Add(m_Value(a), m_Value(b))) ||
        match(&instruction, m_Sub(m_Value(a), m_Value(b))) ||
        match(&instruction, m_Mul(m_Value(a), m_Value(b))) ||
        match(&instruction, m_BitwiseLogic(m_Value(a), m_Value(b))))
      return {{a, bits}, {b, bits}};
    WantedBits all;
    for (const llvm::Value* operand : instruction.operands()) all.push_back({operand, kAllBits});
    return all;
  }

  // The instructions of the loop that compute the value, and their cost.
  llvm::SetVector<Instruction*> computationOf(Instruction& value, const VectorLoop& loop) const {
    llvm::SetVector<Instruction*> found;
    found.insert(&value);
    for (size_t i = 0; i < found.size(); ++i)
      for (llvm::Value* operand : found[i]->operands())
        if (auto* other = llvm::dyn_cast<Instruction>(operand);
            other && loop.invariants.contains(other))
          found.insert(other);
    return found;
  }

  bool pays(Instruction& value, const VectorLoop& loop) const {
    llvm::InstructionCost cost = 0;
    for (Instruction* instruction : computationOf(value, loop))
      if (instruction->getType()->isVectorTy() || instruction->mayReadFromMemory())
        cost +=
            costs_.getInstructionCost(instruction, llvm::TargetTransformInfo::TCK_RecipThroughput);
    const llvm::InstructionCost entry =
        costs_.getMemoryOpCost(Instruction::Load, value.getType(), llvm::Align(4), 0,
                               llvm::TargetTransformInfo::TCK_RecipThroughput);
    return cost.isValid() && cost >= entry * kLeastCost;
  }

  std::vector<Column> columnsOf(const VectorLoop& loop) {
    std::vector<Column> columns;
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    for (Instruction* value : loop.invariants) {
      const bool isUsed = llvm::any_of(value->users(), [&](const llvm::User* user) {
        return !loop.invariants.contains(llvm::cast<Instruction>(const_cast<llvm::User*>(user)));
      });
      const llvm::Type* type = value->getType();
      if (!isUsed || !type->isVectorTy() || type->isPtrOrPtrVectorTy() ||
          !layout.typeSizeEqualsStoreSize(value->getType()) || !pays(*value, loop))
        continue;
      const unsigned bits = bitsOfNumber(*value, kAllBits, loop);
      const unsigned entries =
          bits < 16 ? std::min(std::max(1u << bits >> loop.stepBits, 1u), loop.iterations)
                    : loop.iterations;
      const uint64_t bytes = layout.getTypeAllocSize(value->getType()).getFixedValue() * entries;
      if (bytes_ + bytes > kMostBytes) continue;
      bytes_ += bytes;
      columns.push_back({value, entries});
    }
    return columns;
  }

  bool tabulate(VectorLoop& loop) {
    llvm::MapVector<unsigned, std::vector<Column>> byEntries;
    for (const Column& column : columnsOf(loop)) byEntries[column.entries].push_back(column);
    // One may be an operand of another, and is deleted with it.
    std::vector<llvm::WeakTrackingVH> replaced;
    for (const auto& [entries, columns] : byEntries) {
      fill(loop, entries, columns);
      for (const Column& column : columns) replaced.push_back(column.value);
    }
    for (llvm::Value* value : llvm::reverse(replaced))
      if (value && value->use_empty()) llvm::RecursivelyDeleteTriviallyDeadInstructions(value);
    return !replaced.empty();
  }

  static llvm::Value* iterationOf(llvm::IRBuilder<>& builder, llvm::Value* number,
                                  const VectorLoop& loop) {
    return loop.stepBits == 0 ? number : builder.CreateLShr(number, loop.stepBits);
  }

  // A loop in front of that over work-groups, and loads in place of the values.
  void fill(const VectorLoop& loop, unsigned entries, llvm::ArrayRef<Column> columns) {
    llvm::BasicBlock* before = groups_->getLoopPreheader();
    llvm::LLVMContext& context = function_.getContext();
    auto* body = llvm::BasicBlock::Create(context, "table", &function_, groups_->getHeader());
    auto* behind = llvm::BasicBlock::Create(context, "table.end", &function_, groups_->getHeader());
    before->getTerminator()->replaceSuccessorWith(groups_->getHeader(), body);
    groups_->getHeader()->replacePhiUsesWith(before, behind);
    llvm::BranchInst::Create(groups_->getHeader(), behind);

    llvm::IRBuilder<> builder(body);
    llvm::Type* type = loop.number->getType();
    llvm::PHINode* number = builder.CreatePHI(type, 2, "entry");
    llvm::ValueToValueMapTy copies;
    copies[loop.number] = number;
    llvm::SetVector<Instruction*> wanted;
    for (const Column& column : columns)
      for (Instruction* instruction : computationOf(*column.value, loop))
        wanted.insert(instruction);
    for (Instruction* instruction : loop.invariants) {
      if (!wanted.contains(instruction)) continue;
      Instruction* copy = instruction->clone();
      builder.Insert(copy);
      llvm::RemapInstruction(copy, copies,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
      copies[instruction] = copy;
    }
    for (const Column& column : columns) {
      auto* row = llvm::ArrayType::get(column.value->getType(), entries);
      auto* table = new llvm::AllocaInst(row, 0, "table", &*function_.getEntryBlock().begin());
      builder.CreateStore(
          copies[column.value],
          builder.CreateGEP(column.value->getType(), table, iterationOf(builder, number, loop)));
      replace(loop, column, *table);
    }
    const uint64_t step = uint64_t{1} << loop.stepBits;
    llvm::Value* next = builder.CreateAdd(number, llvm::ConstantInt::get(type, step));
    builder.CreateCondBr(builder.CreateICmpEQ(next, llvm::ConstantInt::get(type, entries * step)),
                         behind, body);
    number->addIncoming(llvm::ConstantInt::get(type, 0), before);
    number->addIncoming(next, body);
  }

  static void replace(const VectorLoop& loop, const Column& column, llvm::AllocaInst& table) {
    llvm::IRBuilder<> builder(column.value);
    llvm::Value* number = iterationOf(builder, loop.number, loop);
    if (column.entries != loop.iterations) number = builder.CreateAnd(number, column.entries - 1);
    llvm::Type* type = column.value->getType();
    llvm::Value* entry = builder.CreateLoad(type, builder.CreateGEP(type, &table, number));
    column.value->replaceUsesWithIf(entry, [&](const llvm::Use& use) {
      return !loop.invariants.contains(llvm::cast<Instruction>(use.getUser()));
    });
  }

  llvm::Function& function_;
  llvm::AAResults& aliases_;
  const llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  const llvm::TargetTransformInfo& costs_;
  llvm::Loop* groups_ = nullptr;
  std::vector<Instruction*> writes_;  // of all work-groups
  llvm::DenseMap<std::pair<const Instruction*, unsigned>, unsigned> bitsOfNumber_;
  size_t queries_ = 0;
  uint64_t bytes_ = 0;  // of all tables
};

}  // namespace

llvm::PreservedAnalyses TabulateInvariantsPass::run(llvm::Function& function,
                                                    llvm::FunctionAnalysisManager& analyses) {
  return Tables(function, analyses).run() ? llvm::PreservedAnalyses::none()
                                          : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
