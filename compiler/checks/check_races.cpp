// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-races: for builds with kCheckRacesFlag. For each four bytes of buffers and of local memory
// there is the word of the last write and that of the last reads (interface/access_word.h). An
// access compares its own word with them:
//
//   own = launch | group | epoch | item | bytes | atomic;  x = word ^ own
//
//   other group or launch:                     2^32 <= x, least <= word
//   same group, same epoch, other work-item:   2^5 <= x < 2^19
//
// `least` is the least word of a launch that nothing orders with this one; the host knows more of
// the order of launches. It is a race if both have a byte in common and one is not atomic. The
// work-items of a vector load the words before one of them stores its own, so they look again
// behind the store.
//
// Atomics that acquire, and fences, may order accesses in ways that words do not show. A work-item
// that has executed one reports nothing more.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/checks/accesses.h"
#include "compiler/checks/place_parameters.h"
#include "compiler/checks/pointer_places.h"
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/checked_arguments.h"
#include "compiler/contract/collective_calls.h"
#include "compiler/contract/host_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "interface/access_word.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace lanewise {

/// Requires: check-memory. Ensures: accesses of a module with kCheckRacesFlag note themselves, and
/// report those of other work-items that nothing orders with them. Why here: no access is outside
/// of its object.
MODULE_PASS(CheckRacesPass);

namespace {

using Builder = llvm::IRBuilder<>;

/// The host looks at the cells of larger accesses: the code would be too long.
constexpr uint64_t kMostCells = 16;

bool isBarrier(const llvm::Instruction& instruction) {
  if (kernelCallOf(instruction) == KernelCall::Barrier) return true;
  const auto collective = collectiveCallOf(instruction);
  return collective && collective->scope == CollectiveScope::WorkGroup;
}

/// A fence that belongs to a barrier: what is between them is of checks and has no call.
bool isOfBarrier(const llvm::Instruction& fence) {
  constexpr unsigned kMostBetween = 8;
  const auto leads = [&](auto next) {
    const llvm::Instruction* other = &fence;
    for (unsigned i = 0; i < kMostBetween && (other = next(other)); ++i)
      if (isBarrier(*other)) return true;
    return false;
  };
  return leads([](const llvm::Instruction* at) { return at->getNextNonDebugInstruction(); }) ||
         leads([](const llvm::Instruction* at) { return at->getPrevNonDebugInstruction(); });
}

bool acquires(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::FenceInst>(instruction)) return !isOfBarrier(instruction);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    // Atomic loads of local memory have lost their order (mark-local-atomics).
    return load->getOrdering() == llvm::AtomicOrdering::Unordered ||
           llvm::isAcquireOrStronger(load->getOrdering());
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return llvm::isAcquireOrStronger(update->getOrdering());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return llvm::isAcquireOrStronger(exchange->getSuccessOrdering());
  return false;
}

/// What the function reaches, itself included.
llvm::SmallSetVector<llvm::Function*, 8> reachedFrom(llvm::Function& function) {
  llvm::SmallSetVector<llvm::Function*, 8> reached;
  reached.insert(&function);
  for (size_t i = 0; i < reached.size(); ++i)
    for (llvm::CallBase* call : callsOfDefined(*reached[i]))
      reached.insert(call->getCalledFunction());
  return reached;
}

/// What a function out of line gets of the work-item that calls it, as its last parameters.
enum class PassedState : unsigned {
  Head,     // launch, group and work-item of a word
  Epoch,    // barriers so far
  Ordered,  // the address of an i1: the work-item has acquired
};
constexpr unsigned kPassedStates = 3;

/// The functions of a module: their words share the numbers of sites.
struct CheckedModule {
  llvm::GlobalVariable* sites = nullptr;
  llvm::DenseSet<const llvm::Function*> withState;
  /// An i8 in local memory: a work-item of the group has acquired. Null if none of the module can.
  llvm::GlobalVariable* isGroupOrdered = nullptr;
  /// Kernels with sub-groups of several work-items, and what they reach.
  llvm::DenseSet<const llvm::Function*> usingSubGroups;
};

class RaceChecks {
 public:
  RaceChecks(llvm::Function& function, CheckedModule& module)
      : function_(function), module_(module), places_(function, /*withShadows=*/true) {}

  /// Finds the accesses, and appends the texts of their sites, of which there are `sites` so far.
  void collect(std::string& texts, uint32_t& sites);
  void run();

 private:
  struct Check {
    Access access;
    PointerPlace place;
  };
  struct Cell {
    llvm::Value *writes, *reads, *writeSites, *readSites, *own;
  };
  void takeState();
  void makeState();
  void writeHead();
  void passState();
  void countBarriers();
  void noteOrders();
  void noteWrittenArguments();
  void instrument(const Check& check, uint32_t site);
  void noteRange(const Check& check, uint32_t site);
  llvm::Value* wordWithoutBytes(Builder& builder);
  Cell cellOf(const Check& check, llvm::Value* begin, llvm::Value* bytes);
  void checkCell(const Check& check, uint32_t site, const Cell& cell, llvm::Instruction* before,
                 llvm::Instruction* behind);
  llvm::Value* conflicts(Builder& builder, llvm::Value* word, llvm::Value* own);
  void reportWhere(llvm::Value* condition, llvm::Instruction* before, const Check& check,
                   llvm::Value* word, llvm::Value* site, llvm::Value* own, uint32_t ownSite,
                   bool comparesValues);

  llvm::Function& function_;
  CheckedModule& module_;
  PointerPlaces places_;
  llvm::SmallVector<Check> checks_;
  uint32_t firstSite_ = 0;
  bool usesSubGroups_ = false;
  llvm::Value* launch_ = nullptr;
  llvm::Value* head_ = nullptr;   // PassedState::Head
  llvm::Value* least_ = nullptr;  // leastWord()
  llvm::Value* unknownZero_ = nullptr;
  llvm::AllocaInst* epoch_ = nullptr;  // barriers so far
  llvm::Value* isOrdered_ = nullptr;
};

llvm::Value* field(Builder& builder, llvm::Value* value, unsigned shift) {
  return builder.CreateShl(value, builder.getInt64(shift));
}

void RaceChecks::takeState() {
  const auto passed = [&](PassedState state) {
    return function_.getArg(static_cast<unsigned>(function_.arg_size()) - kPassedStates +
                            static_cast<unsigned>(state));
  };
  head_ = passed(PassedState::Head);
  isOrdered_ = passed(PassedState::Ordered);
  Builder builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  launch_ = loadLaunchNumber(builder, function_);
  epoch_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "epoch");
  builder.CreateStore(passed(PassedState::Epoch), epoch_);
}

void RaceChecks::makeState() {
  llvm::BasicBlock& first = function_.getEntryBlock();
  Builder builder(&first, first.getFirstNonPHIOrDbgOrAlloca());
  epoch_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "epoch");
  auto* isOrdered = builder.CreateAlloca(builder.getInt1Ty(), nullptr, "ordered");
  for (llvm::AllocaInst* variable : {isOrdered, epoch_}) variable->moveBefore(&*first.begin());
  builder.CreateStore(builder.getInt64(0), epoch_);
  builder.CreateStore(builder.getFalse(), isOrdered);
  isOrdered_ = isOrdered;
  llvm::Value* group = emitKernelCall(builder, KernelCall::GroupId, 2);
  for (const unsigned dim : {1U, 0U})
    group = builder.CreateAdd(
        builder.CreateMul(group, emitKernelCall(builder, KernelCall::NumGroups, dim)),
        emitKernelCall(builder, KernelCall::GroupId, dim));
  group = builder.CreateURem(group, builder.getInt64(abi::kSeveralGroups));
  llvm::Value* item =
      builder.CreateAdd(emitKernelCall(builder, KernelCall::LocalLinearId), builder.getInt64(1));
  launch_ = loadLaunchNumber(builder, function_);
  head_ = builder.CreateOr(builder.CreateOr(field(builder, launch_, abi::kAccessLaunchShift),
                                            field(builder, group, abi::kAccessGroupShift)),
                           field(builder, item, abi::kAccessItemShift));
}

void RaceChecks::writeHead() {
  isOutOfLine(function_) ? takeState() : makeState();
  Builder builder(function_.getContext());
  if (auto* launch = llvm::dyn_cast<llvm::Instruction>(launch_))
    builder.SetInsertPoint(launch->getNextNode());
  else
    builder.SetInsertPoint(function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  unknownZero_ = builder.CreateLShr(
      launch_, builder.getInt64(abi::kLeastLaunchShift + 64 - abi::kAccessLaunchShift));
  least_ = field(builder, builder.CreateLShr(launch_, builder.getInt64(abi::kLeastLaunchShift)),
                 abi::kAccessLaunchShift);
}

void RaceChecks::passState() {
  for (llvm::CallBase* call : callsOfDefined(function_)) {
    if (!module_.withState.contains(call->getCalledFunction())) continue;
    Builder builder(call);
    const unsigned first = call->arg_size() - kPassedStates;
    const auto pass = [&](PassedState state, llvm::Value* value) {
      call->setArgOperand(first + static_cast<unsigned>(state), value);
    };
    pass(PassedState::Head, head_);
    pass(PassedState::Epoch, builder.CreateLoad(builder.getInt64Ty(), epoch_));
    pass(PassedState::Ordered, isOrdered_);
  }
}

void RaceChecks::countBarriers() {
  llvm::SmallVector<llvm::Instruction*> barriers;
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    if (isBarrier(instruction)) barriers.push_back(&instruction);
  if (barriers.empty()) return;
  const bool mayAcquire = llvm::any_of(reachedFrom(function_), [](llvm::Function* reached) {
    return llvm::any_of(llvm::instructions(*reached), acquires);
  });
  for (llvm::Instruction* barrier : barriers) {
    Builder builder(barrier->getNextNode());
    llvm::Value* next =
        builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), epoch_), builder.getInt64(1));
    builder.CreateStore(builder.CreateAnd(next, abi::kAccessEpochs - 1), epoch_);
    if (!mayAcquire) continue;
    llvm::Value* ofGroup = builder.CreateICmpNE(
        builder.CreateLoad(builder.getInt8Ty(), module_.isGroupOrdered), builder.getInt8(0));
    builder.CreateStore(
        builder.CreateOr(builder.CreateLoad(builder.getInt1Ty(), isOrdered_), ofGroup), isOrdered_);
  }
}

// What a work-item has acquired, a barrier gives to its group.
void RaceChecks::noteOrders() {
  llvm::SmallVector<llvm::Instruction*> orders;
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    if (acquires(instruction)) orders.push_back(&instruction);
  for (llvm::Instruction* order : orders) {
    Builder builder(order->getNextNode());
    builder.CreateStore(builder.getTrue(), isOrdered_);
    builder.CreateStore(builder.getInt8(1),
                        builder.CreateAddrSpaceCast(module_.isGroupOrdered, builder.getPtrTy()));
  }
}

llvm::Value* RaceChecks::conflicts(Builder& builder, llvm::Value* word, llvm::Value* own) {
  const auto isWithin = [&](llvm::Value* x, unsigned from, unsigned to) {
    return builder.CreateICmpULT(builder.CreateSub(x, builder.getInt64(uint64_t(1) << from)),
                                 builder.getInt64((uint64_t(1) << to) - (uint64_t(1) << from)));
  };
  llvm::Value* difference = builder.CreateXor(word, own);
  llvm::Value* common = builder.CreateAnd(word, own);
  // In one sub-group what work-items do may have an order that words do not show.
  llvm::Value* isOther = builder.CreateAnd(
      builder.CreateICmpUGE(difference, builder.getInt64(uint64_t(1) << abi::kAccessGroupShift)),
      builder.CreateICmpUGE(word, least_));
  if (!usesSubGroups_)
    isOther = builder.CreateOr(isOther,
                               isWithin(difference, abi::kAccessItemShift, abi::kAccessEpochShift));
  llvm::Value* bytesInCommon = builder.CreateICmpNE(
      builder.CreateAnd(common, builder.getInt64(0xf << abi::kAccessBytesShift)),
      builder.getInt64(0));
  llvm::Value* isPlain =
      builder.CreateICmpEQ(builder.CreateAnd(common, builder.getInt64(1)), builder.getInt64(0));
  llvm::Value* isUnordered = builder.CreateNot(builder.CreateLoad(builder.getInt1Ty(), isOrdered_));
  return builder.CreateAnd(builder.CreateAnd(isOther, bytesInCommon),
                           builder.CreateAnd(isPlain, isUnordered));
}

/// 1 if the memory has the value that `access` is about to store, or has stored.
llvm::Value* hasValue(Builder& builder, const Access& access) {
  auto* store = llvm::dyn_cast<llvm::StoreInst>(access.instruction);
  if (!store) return builder.getInt32(0);
  llvm::Type* type = store->getValueOperand()->getType();
  if (type->isAggregateType() || type->isPtrOrPtrVectorTy()) return builder.getInt32(0);
  llvm::Type* bits = builder.getIntNTy(
      static_cast<unsigned>(store->getDataLayout().getTypeSizeInBits(type).getFixedValue()));
  llvm::LoadInst* there =
      builder.CreateAlignedLoad(type, store->getPointerOperand(), store->getAlign());
  there->setVolatile(true);  // another lane may have stored
  return builder.CreateZExt(
      builder.CreateICmpEQ(builder.CreateBitCast(there, bits),
                           builder.CreateBitCast(store->getValueOperand(), bits)),
      builder.getInt32Ty());
}

void RaceChecks::reportWhere(llvm::Value* condition, llvm::Instruction* before, const Check& check,
                             llvm::Value* word, llvm::Value* site, llvm::Value* own,
                             uint32_t ownSite, bool comparesValues) {
  llvm::Instruction* cold = llvm::SplitBlockAndInsertIfThen(
      condition, before, /*Unreachable=*/false,
      llvm::MDBuilder(function_.getContext()).createUnlikelyBranchWeights());
  Builder builder(cold);
  builder.SetCurrentDebugLocation(check.access.instruction->getDebugLoc());
  llvm::Type* number = builder.getInt32Ty();
  llvm::SmallVector<llvm::Value*, 12> arguments = {
      module_.sites,
      word,
      builder.CreateAlignedLoad(number, site, llvm::Align(4)),
      own,
      builder.getInt32(ownSite),
      comparesValues ? hasValue(builder, check.access) : builder.getInt32(0),
      check.place[PlacePart::Offset]};
  for (const unsigned dim : {0U, 1U, 2U})
    arguments.push_back(emitKernelCall(builder, KernelCall::GlobalId, dim));
  emitHostCall(builder, HostCall::race, emitKernelCall(builder, KernelCall::LaunchPointer),
               arguments);
}

llvm::Value* RaceChecks::wordWithoutBytes(Builder& builder) {
  llvm::Value* epoch = builder.CreateLoad(builder.getInt64Ty(), epoch_);
  return builder.CreateOr(head_, field(builder, epoch, abi::kAccessEpochShift));
}

/// The addresses of the cell that begins `begin` bytes into the object, and the word of the access,
/// in front of it. `bytes` has the bits of the word that say which of the bytes are accessed.
RaceChecks::Cell RaceChecks::cellOf(const Check& check, llvm::Value* begin, llvm::Value* bytes) {
  Builder builder(check.access.instruction);
  const auto addressOf = [&](PlacePart part, uint64_t sizeBytes) {
    llvm::Value* offset = builder.CreateMul(begin, builder.getInt64(sizeBytes / abi::kCellBytes));
    return builder.CreateGEP(builder.getInt8Ty(), check.place[part], offset);
  };
  return {addressOf(PlacePart::Writes, sizeof(uint64_t)),
          addressOf(PlacePart::Reads, sizeof(uint64_t)),
          addressOf(PlacePart::WriteSites, sizeof(uint32_t)),
          addressOf(PlacePart::ReadSites, sizeof(uint32_t)),
          builder.CreateOr(wordWithoutBytes(builder),
                           builder.CreateOr(bytes, builder.getInt64(check.access.isAtomic)))};
}

/// The code of a cell, before `before`, and of a write also before `behind`.
void RaceChecks::checkCell(const Check& check, uint32_t site, const Cell& cell,
                           llvm::Instruction* before, llvm::Instruction* behind) {
  const auto& [writes, reads, writeSites, readSites, own] = cell;
  Builder builder(before);
  llvm::Type* number = builder.getInt64Ty();
  llvm::Value* written = builder.CreateAlignedLoad(number, writes, llvm::Align(8));
  reportWhere(conflicts(builder, written, own), before, check, written, writeSites, own, site,
              /*comparesValues=*/check.access.isWrite);
  builder.SetInsertPoint(before);
  llvm::Value* read = builder.CreateAlignedLoad(number, reads, llvm::Align(8));
  if (!check.access.isWrite) {
    // The bits in which this reader and the others of the group, or of the launch, differ.
    llvm::Value* difference = builder.CreateXor(read, own);
    const auto isBelow = [&](unsigned bit) {
      return builder.CreateICmpULT(difference, builder.getInt64(uint64_t(1) << bit));
    };
    llvm::Value* isSameLaunch = isBelow(abi::kAccessLaunchShift);
    llvm::Value* isSameGroup = isBelow(abi::kAccessGroupShift);
    llvm::Value* isSameEpoch = isBelow(abi::kAccessEpochShift);
    llvm::Value* isSameItem = isBelow(abi::kAccessItemShift);
    llvm::Value* bits = builder.getInt64(0xf << abi::kAccessBytesShift);
    llvm::Value* hasSameBytes =
        builder.CreateICmpEQ(builder.CreateAnd(difference, bits), builder.getInt64(0));
    llvm::Value* several =
        builder.CreateOr(own, builder.getInt64(abi::kSeveralItems << abi::kAccessItemShift));
    llvm::Value* severalGroups =
        builder.CreateOr(several, builder.getInt64(abi::kSeveralGroups << abi::kAccessGroupShift));
    llvm::Value* ofOthers = builder.CreateSelect(
        isSameEpoch, several, builder.CreateSelect(isSameGroup, own, severalGroups));
    // One word cannot say that work-items read different bytes: the later one stays.
    llvm::Value* merged = builder.CreateSelect(
        isSameItem, builder.CreateOr(own, builder.CreateAnd(read, bits)),
        builder.CreateSelect(builder.CreateAnd(isSameLaunch, hasSameBytes), ofOthers, own));
    builder.CreateAlignedStore(merged, reads, llvm::Align(8));
    builder.CreateAlignedStore(builder.getInt32(site), readSites, llvm::Align(4));
    return;
  }
  reportWhere(conflicts(builder, read, own), before, check, read, readSites, own, site,
              /*comparesValues=*/false);
  builder.SetInsertPoint(before);
  builder.CreateAlignedStore(own, writes, llvm::Align(8));
  builder.CreateAlignedStore(builder.getInt32(site), writeSites, llvm::Align(4));
  builder.SetInsertPoint(behind);
  // Not the value that this work-item has stored, as far as the compiler knows.
  llvm::LoadInst* again = builder.CreateAlignedLoad(
      number, builder.CreateGEP(number, writes, unknownZero_), llvm::Align(8));
  llvm::Value* isOther = conflicts(builder, again, own);
  reportWhere(isOther, behind, check, again, writeSites, own, site, /*comparesValues=*/true);
}

void RaceChecks::instrument(const Check& check, uint32_t site) {
  llvm::Instruction* access = check.access.instruction;
  const uint64_t size = llvm::cast<llvm::ConstantInt>(check.access.bytes)->getZExtValue();
  llvm::SmallVector<Cell> all;
  const llvm::Align align = accessAlignment(*access);
  const bool isWhole = align >= llvm::Align(abi::kCellBytes) && size % abi::kCellBytes == 0;
  const bool mayStraddle = align.value() < std::min<uint64_t>(size, abi::kCellBytes);
  const uint64_t cells =
      (size + abi::kCellBytes - 1 + (mayStraddle ? abi::kCellBytes - 1 : 0)) / abi::kCellBytes;
  llvm::Value* offset = check.place[PlacePart::Offset];
  // The last cell may be the one before: so that it keeps the right bytes, it comes first.
  for (uint64_t cell = cells; cell-- != 0;) {
    Builder builder(access);
    llvm::Value* begin = builder.CreateAdd(offset, builder.getInt64(cell * abi::kCellBytes));
    if (mayStraddle)
      begin = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, begin,
                                            builder.CreateAdd(offset, builder.getInt64(size - 1)));
    // Whole cells begin at the offset itself, so that lanes find their words side by side.
    if (!isWhole) begin = builder.CreateAnd(begin, ~uint64_t(abi::kCellBytes - 1));
    llvm::Value* bytes = builder.getInt64(0x1e);
    if (!isWhole) {
      const uint64_t mask = size >= 60 ? ~uint64_t(0) : (uint64_t(1) << size) - 1;
      llvm::Value* shifted =
          builder.CreateShl(builder.getInt64(mask), builder.CreateAnd(offset, uint64_t(3)));
      bytes = builder.CreateShl(
          builder.CreateAnd(builder.CreateLShr(shifted, builder.getInt64(4 * cell)), uint64_t(0xf)),
          builder.getInt64(abi::kAccessBytesShift));
    }
    all.push_back(cellOf(check, begin, bytes));
  }
  llvm::Instruction *before = access, *behind = access->getNextNode();
  if (check.place.mayLackShadow) {
    Builder builder(access);
    llvm::Value* hasHistory = builder.CreateIsNotNull(check.place[PlacePart::Writes]);
    before = llvm::SplitBlockAndInsertIfThen(hasHistory, access, /*Unreachable=*/false);
    if (check.access.isWrite)
      behind = llvm::SplitBlockAndInsertIfThen(hasHistory, behind, /*Unreachable=*/false);
  }
  for (const Cell& cell : all) checkCell(check, site, cell, before, behind);
}

/// Whether the cells of an access are code of the kernel.
bool hasFewCells(const Access& access) {
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(access.bytes);
  return bytes && bytes->getZExtValue() <= kMostCells * abi::kCellBytes &&
         !access.instruction->hasMetadata(kAsyncCopy);
}

void RaceChecks::noteRange(const Check& check, uint32_t site) {
  Builder builder(check.access.instruction);
  const PointerPlace& place = check.place;
  uint32_t how = check.access.isWrite ? abi::kRangeIsWrite : 0;
  if (check.access.instruction->hasMetadata(kAsyncCopy)) how |= abi::kRangeIsOfGroup;
  if (usesSubGroups_) how |= abi::kRangeUsesSubGroups;
  llvm::Value* isOrdered = builder.CreateLoad(builder.getInt1Ty(), isOrdered_);
  llvm::SmallVector<llvm::Value*, 16> arguments = {
      module_.sites,
      place[PlacePart::Writes],
      place[PlacePart::Reads],
      place[PlacePart::WriteSites],
      place[PlacePart::ReadSites],
      wordWithoutBytes(builder),
      builder.getInt32(site),
      builder.CreateSelect(isOrdered, builder.getInt32(how | abi::kRangeIsOrdered),
                           builder.getInt32(how)),
      place[PlacePart::Offset],
      check.access.bytes};
  for (const unsigned dim : {0U, 1U, 2U})
    arguments.push_back(emitKernelCall(builder, KernelCall::GlobalId, dim));
  emitHostCall(builder, HostCall::raceRange, emitKernelCall(builder, KernelCall::LaunchPointer),
               arguments);
}

/// Not what checks pass to functions out of line.
bool isPointerOfProgram(const llvm::CallInst& call, const llvm::Use& argument) {
  const llvm::Function* callee = call.getCalledFunction();
  return argument->getType()->isPointerTy() &&
         (!callee || !isOutOfLine(*callee) ||
          placeParameter(*callee->getArg(call.getArgOperandNo(&argument))));
}

/// Whether the function writes through a pointer of which a caller knows nothing.
bool writesThroughUnknown(llvm::Function& function) {
  PointerPlaces places(function, /*withShadows=*/false);
  return llvm::any_of(accessesOf(function), [&](const Access& access) {
    return access.isWrite && places.argumentsOf(access.pointer()) == ~uint64_t(0);
  });
}

// Unknown pointers may be those of any argument.
void RaceChecks::noteWrittenArguments() {
  uint64_t written = 0;
  for (const Access& access : accessesOf(function_))
    if (access.isWrite) written |= places_.argumentsOf(access.pointer());
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && !llvm::isa<llvm::IntrinsicInst>(call) && !call->onlyReadsMemory() &&
        !call->hasFnAttr(kHostCallAttribute))
      for (llvm::Use& argument : call->args())
        if (isPointerOfProgram(*call, argument)) written |= places_.argumentsOf(argument);
  for (llvm::Function* callee : reachedFrom(function_))
    if (callee != &function_ && writesThroughUnknown(*callee)) written = ~uint64_t(0);
  setNumberAttribute(function_, kWrittenArgumentsAttribute, written);
}

void RaceChecks::collect(std::string& texts, uint32_t& sites) {
  for (const Access& access : accessesOf(function_)) {
    const PointerPlace place = places_.of(access.pointer());
    if (place.isChecked && place.hasShadow && !place.isPrivate) checks_.push_back({access, place});
  }
  if (!isOutOfLine(function_)) noteWrittenArguments();
  firstSite_ = sites;
  sites += static_cast<uint32_t>(checks_.size());
  for (const Check& check : checks_)
    texts += siteText("races", check.access.description(),
                      places_.objectName(check.access.pointer()), *check.access.instruction) +
             '\0';
}

void RaceChecks::run() {
  const bool passes = llvm::any_of(callsOfDefined(function_), [&](llvm::CallBase* call) {
    return module_.withState.contains(call->getCalledFunction());
  });
  if (checks_.empty() && !passes) return;
  function_.addFnAttr(kUsesHostCallsAttribute);
  usesSubGroups_ = module_.usingSubGroups.contains(&function_);
  writeHead();
  noteOrders();
  countBarriers();
  passState();
  for (uint32_t i = 0; i < checks_.size(); ++i)
    if (hasFewCells(checks_[i].access))
      instrument(checks_[i], firstSite_ + i);
    else
      noteRange(checks_[i], firstSite_ + i);
}

void checkRaces(llvm::Module& module) {
  CheckedModule checked;
  llvm::Type* number = llvm::Type::getInt64Ty(module.getContext());
  llvm::Type* pointer = llvm::PointerType::get(module.getContext(), 0);
  for (llvm::Function* function : functionsOfProgram(module))
    if (isOutOfLine(*function))
      checked.withState.insert(&addParameters(*function, {number, number, pointer}));
  std::vector<std::unique_ptr<RaceChecks>> all;
  std::string texts;
  uint32_t sites = 0;
  for (llvm::Function* function : functionsOfProgram(module)) {
    if (function->hasFnAttribute(kUsesSubGroupsAttribute))
      for (llvm::Function* reached : reachedFrom(*function)) checked.usingSubGroups.insert(reached);
    if (!checked.isGroupOrdered && llvm::any_of(llvm::instructions(*function), acquires))
      checked.isGroupOrdered =
          makeLocalVariable(module, llvm::Type::getInt8Ty(module.getContext()), "ordered");
    all.push_back(std::make_unique<RaceChecks>(*function, checked));
    all.back()->collect(texts, sites);
  }
  llvm::Constant* text = llvm::ConstantDataArray::getString(module.getContext(), texts);
  checked.sites = new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true,
                                           llvm::GlobalValue::PrivateLinkage, text, "check.sites");
  checked.sites->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  for (const auto& checks : all) checks->run();
}

}  // namespace

llvm::PreservedAnalyses CheckRacesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckRacesFlag)) return llvm::PreservedAnalyses::all();
  checkRaces(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
