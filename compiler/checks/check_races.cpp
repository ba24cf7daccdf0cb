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
#include "compiler/checks/race_cells.h"
#include "compiler/checks/texel_code.h"
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/checked_arguments.h"
#include "compiler/contract/collective_calls.h"
#include "compiler/contract/host_calls.h"
#include "compiler/contract/image_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "images/layout.h"
#include "interface/access_word.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
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
using images::ImageDescriptor;

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
  struct TexelAccess {
    llvm::CallInst* call;
    ImageCall image;

    bool isWrite() const { return image.access == ImageAccess::Write; }
  };
  struct History {
    llvm::Value *writes, *reads, *writeSites, *readSites;
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
  void instrument(const TexelAccess& access, uint32_t site);
  CellAccess cellOf(Builder& builder, const History& history, llvm::Value* begin,
                    llvm::Value* bytes, bool isWrite, uint32_t site);
  void report(Builder& builder, const Check& check, uint32_t site, llvm::Value* own,
              const FoundRace& race);
  void report(Builder& builder, const TexelAccess& access, uint32_t site, llvm::Value* texel,
              llvm::Value* own, const FoundRace& race);
  void callHost(Builder& builder, HostCall which, llvm::ArrayRef<llvm::Value*> arguments);

  llvm::Function& function_;
  CheckedModule& module_;
  PointerPlaces places_;
  llvm::SmallVector<Check> checks_;
  llvm::SmallVector<TexelAccess> texels_;
  uint32_t firstSite_ = 0;
  RaceState state_;
  llvm::Value* launch_ = nullptr;
};

llvm::Value* field(Builder& builder, llvm::Value* value, unsigned shift) {
  return builder.CreateShl(value, builder.getInt64(shift));
}

void RaceChecks::takeState() {
  const auto passed = [&](PassedState state) {
    return function_.getArg(static_cast<unsigned>(function_.arg_size()) - kPassedStates +
                            static_cast<unsigned>(state));
  };
  state_.head = passed(PassedState::Head);
  state_.isOrdered = passed(PassedState::Ordered);
  Builder builder(&function_.getEntryBlock(), function_.getEntryBlock().begin());
  launch_ = loadLaunchNumber(builder, function_);
  state_.epoch = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "epoch");
  builder.CreateStore(passed(PassedState::Epoch), state_.epoch);
}

void RaceChecks::makeState() {
  llvm::BasicBlock& first = function_.getEntryBlock();
  Builder builder(&first, first.getFirstNonPHIOrDbgOrAlloca());
  state_.epoch = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "epoch");
  auto* isOrdered = builder.CreateAlloca(builder.getInt1Ty(), nullptr, "ordered");
  for (llvm::AllocaInst* variable : {isOrdered, state_.epoch})
    variable->moveBefore(&*first.begin());
  builder.CreateStore(builder.getInt64(0), state_.epoch);
  builder.CreateStore(builder.getFalse(), isOrdered);
  state_.isOrdered = isOrdered;
  llvm::Value* group = emitKernelCall(builder, KernelCall::GroupId, 2);
  for (const unsigned dim : {1U, 0U})
    group = builder.CreateAdd(
        builder.CreateMul(group, emitKernelCall(builder, KernelCall::NumGroups, dim)),
        emitKernelCall(builder, KernelCall::GroupId, dim));
  group = builder.CreateURem(group, builder.getInt64(abi::kSeveralGroups));
  llvm::Value* item =
      builder.CreateAdd(emitKernelCall(builder, KernelCall::LocalLinearId), builder.getInt64(1));
  launch_ = loadLaunchNumber(builder, function_);
  state_.head = builder.CreateOr(builder.CreateOr(field(builder, launch_, abi::kAccessLaunchShift),
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
  state_.unknownZero = builder.CreateLShr(
      launch_, builder.getInt64(abi::kLeastLaunchShift + 64 - abi::kAccessLaunchShift));
  state_.least =
      field(builder, builder.CreateLShr(launch_, builder.getInt64(abi::kLeastLaunchShift)),
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
    pass(PassedState::Head, state_.head);
    pass(PassedState::Epoch, builder.CreateLoad(builder.getInt64Ty(), state_.epoch));
    pass(PassedState::Ordered, state_.isOrdered);
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
    llvm::Value* next = builder.CreateAdd(builder.CreateLoad(builder.getInt64Ty(), state_.epoch),
                                          builder.getInt64(1));
    builder.CreateStore(builder.CreateAnd(next, abi::kAccessEpochs - 1), state_.epoch);
    if (!mayAcquire) continue;
    llvm::Value* ofGroup = builder.CreateICmpNE(
        builder.CreateLoad(builder.getInt8Ty(), module_.isGroupOrdered), builder.getInt8(0));
    builder.CreateStore(
        builder.CreateOr(builder.CreateLoad(builder.getInt1Ty(), state_.isOrdered), ofGroup),
        state_.isOrdered);
  }
}

// What a work-item has acquired, a barrier gives to its group.
void RaceChecks::noteOrders() {
  llvm::SmallVector<llvm::Instruction*> orders;
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    if (acquires(instruction)) orders.push_back(&instruction);
  for (llvm::Instruction* order : orders) {
    Builder builder(order->getNextNode());
    builder.CreateStore(builder.getTrue(), state_.isOrdered);
    builder.CreateStore(builder.getInt8(1),
                        builder.CreateAddrSpaceCast(module_.isGroupOrdered, builder.getPtrTy()));
  }
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

void RaceChecks::report(Builder& builder, const Check& check, uint32_t site, llvm::Value* own,
                        const FoundRace& race) {
  builder.SetCurrentDebugLocation(check.access.instruction->getDebugLoc());
  callHost(builder, HostCall::race,
           {module_.sites, race.word, race.site, own, builder.getInt32(site),
            race.comparesValues ? hasValue(builder, check.access) : builder.getInt32(0),
            check.place[PlacePart::Offset]});
}

void RaceChecks::report(Builder& builder, const TexelAccess& access, uint32_t site,
                        llvm::Value* texel, llvm::Value* own, const FoundRace& race) {
  builder.SetCurrentDebugLocation(access.call->getDebugLoc());
  llvm::SmallVector<llvm::Value*, 16> arguments = {
      module_.sites,
      race.word,
      race.site,
      own,
      builder.getInt32(site),
      access.image.image,
      TexelCode(builder, access.image).place(),
      texel,
      builder.getInt32(race.comparesValues && access.isWrite())};
  llvm::Value* color = access.image.written;
  for (unsigned i = 0; i < 4; ++i)
    arguments.push_back(
        color ? builder.CreateBitCast(builder.CreateExtractElement(color, i), builder.getInt32Ty())
              : builder.getInt32(0));
  callHost(builder, HostCall::raceTexel, arguments);
}

/// Emits the call, with the launch in front of the arguments, and the work-item behind them.
void RaceChecks::callHost(Builder& builder, HostCall which,
                          llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Value*, 20> all(arguments);
  for (const unsigned dim : {0U, 1U, 2U})
    all.push_back(emitKernelCall(builder, KernelCall::GlobalId, dim));
  emitHostCall(builder, which, emitKernelCall(builder, KernelCall::LaunchPointer), all);
}

/// The addresses of the cell that begins `begin` bytes into the object, and the word of the access.
/// `bytes` has the bits of the word that say which of the bytes are accessed.
CellAccess RaceChecks::cellOf(Builder& builder, const History& history, llvm::Value* begin,
                              llvm::Value* bytes, bool isWrite, uint32_t site) {
  const auto addressOf = [&](llvm::Value* first, uint64_t sizeBytes) {
    llvm::Value* offset = builder.CreateMul(begin, builder.getInt64(sizeBytes / abi::kCellBytes));
    return builder.CreateGEP(builder.getInt8Ty(), first, offset);
  };
  return {addressOf(history.writes, sizeof(uint64_t)),
          addressOf(history.reads, sizeof(uint64_t)),
          addressOf(history.writeSites, sizeof(uint32_t)),
          addressOf(history.readSites, sizeof(uint32_t)),
          builder.CreateOr(wordWithoutBytes(builder, state_), bytes),
          isWrite,
          site};
}

void RaceChecks::instrument(const Check& check, uint32_t site) {
  llvm::Instruction* access = check.access.instruction;
  const uint64_t size = llvm::cast<llvm::ConstantInt>(check.access.bytes)->getZExtValue();
  llvm::SmallVector<CellAccess> all;
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
    const History history = {check.place[PlacePart::Writes], check.place[PlacePart::Reads],
                             check.place[PlacePart::WriteSites], check.place[PlacePart::ReadSites]};
    all.push_back(cellOf(builder, history, begin,
                         builder.CreateOr(bytes, builder.getInt64(check.access.isAtomic)),
                         check.access.isWrite, site));
  }
  llvm::Instruction *before = access, *behind = access->getNextNode();
  if (check.place.mayLackShadow) {
    Builder builder(access);
    llvm::Value* hasHistory = builder.CreateIsNotNull(check.place[PlacePart::Writes]);
    before = llvm::SplitBlockAndInsertIfThen(hasHistory, access, /*Unreachable=*/false);
    if (check.access.isWrite)
      behind = llvm::SplitBlockAndInsertIfThen(hasHistory, behind, /*Unreachable=*/false);
  }
  for (const CellAccess& cell : all)
    checkCell(
        state_, cell,
        [&](Builder& builder, const FoundRace& race) {
          report(builder, check, site, cell.own, race);
        },
        before, behind);
}

// The first four bytes stand for a texel of more: whoever accesses one, accesses all of it.
void RaceChecks::instrument(const TexelAccess& access, uint32_t site) {
  Builder builder(access.call);
  TexelCode code(builder, access.image);
  const auto [exists, texel] = code.texel();
  const auto member = [&](size_t offsetBytes) {
    return code.member(builder.getPtrTy(),
                       builder.getInt64(offsetof(ImageDescriptor, history) + offsetBytes));
  };
  const History history = {member(offsetof(images::AccessHistory, writes)),
                           member(offsetof(images::AccessHistory, reads)),
                           member(offsetof(images::AccessHistory, writeSites)),
                           member(offsetof(images::AccessHistory, readSites))};
  llvm::Type* number = builder.getInt64Ty();
  llvm::Value* offset = builder.CreateSub(
      builder.CreatePtrToInt(texel, number),
      builder.CreatePtrToInt(member(offsetof(images::AccessHistory, begin)), number));
  llvm::Value* begin = builder.CreateAnd(offset, ~uint64_t(abi::kCellBytes - 1));
  // The texel's bytes from its first one on; those behind the cell are no part of the mask.
  llvm::Value* size = code.byteOfImage(offsetof(ImageDescriptor, format.texelBytes));
  llvm::Value* mask =
      builder.CreateSub(builder.CreateShl(builder.getInt64(1), size), builder.getInt64(1));
  mask = builder.CreateAnd(builder.CreateShl(mask, builder.CreateAnd(offset, uint64_t(3))),
                           uint64_t(0xf));
  const CellAccess cell = cellOf(builder, history, begin,
                                 builder.CreateShl(mask, builder.getInt64(abi::kAccessBytesShift)),
                                 access.isWrite(), site);
  llvm::Value* isKept = builder.CreateAnd(exists, builder.CreateIsNotNull(history.writes));
  llvm::Instruction* before =
      llvm::SplitBlockAndInsertIfThen(isKept, access.call, /*Unreachable=*/false);
  llvm::Instruction* behind = access.call->getNextNode();
  if (access.isWrite())
    behind = llvm::SplitBlockAndInsertIfThen(isKept, behind, /*Unreachable=*/false);
  checkCell(
      state_, cell,
      [&](Builder& inside, const FoundRace& race) {
        report(inside, access, site, texel, cell.own, race);
      },
      before, behind);
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
  if (state_.usesSubGroups) how |= abi::kRangeUsesSubGroups;
  llvm::Value* isOrdered = builder.CreateLoad(builder.getInt1Ty(), state_.isOrdered);
  llvm::SmallVector<llvm::Value*, 16> arguments = {
      module_.sites,
      place[PlacePart::Writes],
      place[PlacePart::Reads],
      place[PlacePart::WriteSites],
      place[PlacePart::ReadSites],
      wordWithoutBytes(builder, state_),
      builder.getInt32(site),
      builder.CreateSelect(isOrdered, builder.getInt32(how | abi::kRangeIsOrdered),
                           builder.getInt32(how)),
      place[PlacePart::Offset],
      check.access.bytes};
  callHost(builder, HostCall::raceRange, arguments);
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
  return llvm::any_of(accessesOf(function),
                      [&](const Access& access) {
                        return access.isWrite &&
                               places.argumentsOf(access.pointer()) == ~uint64_t(0);
                      }) ||
         llvm::any_of(llvm::instructions(function), [](llvm::Instruction& instruction) {
           const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
           const auto image = call ? imageCallOf(*call) : std::nullopt;
           return image && image->access == ImageAccess::Write;
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
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (const auto image = imageCallOf(*call)) texels_.push_back({call, *image});
  if (!isOutOfLine(function_)) noteWrittenArguments();
  firstSite_ = sites;
  sites += static_cast<uint32_t>(checks_.size() + texels_.size());
  for (const Check& check : checks_)
    texts += siteText("races", check.access.description(),
                      places_.objectName(check.access.pointer()), *check.access.instruction) +
             '\0';
  for (const TexelAccess& access : texels_)
    texts += siteText("races", access.isWrite() ? "write of a texel" : "read of a texel", "image",
                      *access.call) +
             '\0';
}

void RaceChecks::run() {
  const bool passes = llvm::any_of(callsOfDefined(function_), [&](llvm::CallBase* call) {
    return module_.withState.contains(call->getCalledFunction());
  });
  if (checks_.empty() && texels_.empty() && !passes) return;
  function_.addFnAttr(kUsesHostCallsAttribute);
  state_.usesSubGroups = module_.usingSubGroups.contains(&function_);
  writeHead();
  noteOrders();
  countBarriers();
  passState();
  for (uint32_t i = 0; i < checks_.size(); ++i)
    if (hasFewCells(checks_[i].access))
      instrument(checks_[i], firstSite_ + i);
    else
      noteRange(checks_[i], firstSite_ + i);
  const auto firstTexel = firstSite_ + static_cast<uint32_t>(checks_.size());
  for (uint32_t i = 0; i < texels_.size(); ++i) instrument(texels_[i], firstTexel + i);
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
  // The host finds there what launches of other code have accessed.
  checked.sites =
      new llvm::GlobalVariable(module, text->getType(), /*isConstant=*/true,
                               llvm::GlobalValue::ExternalLinkage, text, abi::kSitesSymbol);
  checked.sites->setVisibility(llvm::GlobalValue::ProtectedVisibility);
  for (const auto& checks : all) checks->run();
}

}  // namespace

llvm::PreservedAnalyses CheckRacesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckRacesFlag)) return llvm::PreservedAnalyses::all();
  checkRaces(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
