// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-uninitialized: for builds with kCheckUninitializedFlag. Each byte of buffers, of local and
// of private memory has a byte of which those bits are marked that nobody has written. A load takes
// them along with the value, and a store gives them to memory. It is reported where they decide: a
// branch, an address, an atomic, an exchange between work-items, and what is stored in a buffer,
// unless it is a copy of what a buffer has.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/checks/accesses.h"
#include "compiler/checks/place_parameters.h"
#include "compiler/checks/pointer_places.h"
#include "compiler/checks/shadow_frames.h"
#include "compiler/checks/unwritten.h"
#include "compiler/checks/value_shadows.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <memory>
#include <optional>

namespace lanewise {

/// Requires: mark-unwritten, check-memory. Ensures: kernels of a module with
/// kCheckUninitializedFlag report what depends on memory that nobody has written. Why here: no
/// access is outside of its object.
MODULE_PASS(CheckUninitializedPass);

namespace {

using Builder = llvm::IRBuilder<>;

bool isUnwrittenVariable(llvm::Value* pointer) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripInBoundsOffsets());
  return variable && variable->getName() == kUnwrittenVariable;
}

/// A chain of copies and choices: all that may be unwritten comes from buffers as it is. A store of
/// one component of a vector is one, too: the other components are loaded and stored again. Callers
/// may have copied what they pass.
bool isCopyOfBuffer(llvm::Value* value, PointerPlaces& places, const ValueShadows& shadows,
                    const ShadowFrames& frames) {
  llvm::SmallVector<llvm::Value*> open = {value};
  llvm::SmallPtrSet<llvm::Value*, 16> seen;
  while (!open.empty()) {
    llvm::Value* next = open.pop_back_val();
    if (!seen.insert(next).second || llvm::isa<llvm::Constant>(next)) continue;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(next)) {
      if (isUnwrittenVariable(load->getPointerOperand()) ||
          places.isOwnMemory(load->getPointerOperand()) ||
          places.of(load->getPointerOperand()).isInverted)
        return false;
      continue;
    }
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(next);
    if (!shadows.mayBeUnwritten(next) || llvm::isa<llvm::Argument>(next)) continue;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(next); call && frames.isCopy(*call))
      continue;
    if (!instruction) return false;
    if (!llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::BitCastInst, llvm::ExtractElementInst,
                   llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::ExtractValueInst,
                   llvm::InsertValueInst>(instruction))
      return false;
    for (llvm::Use& operand : instruction->operands())
      if (!llvm::isa<llvm::BasicBlock>(operand)) open.push_back(operand);
  }
  return true;
}

std::string callName(const llvm::CallInst& call) {
  const llvm::Function* function = call.getCalledFunction();
  return function ? "'" + function->getName().str() + "'" : std::string("a call");
}

/// What the callee gets of the place of the argument.
std::optional<PlaceParameter> parameterOf(const llvm::Use& argument) {
  const auto& call = llvm::cast<llvm::CallBase>(*argument.getUser());
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || callee->isVarArg()) return std::nullopt;
  return placeParameter(*callee->getArg(call.getArgOperandNo(&argument)));
}

/// Whether the callee gets the shadow, and says itself what it writes.
bool passesShadow(const llvm::Use& argument, const PointerPlace& place) {
  const auto parameter = parameterOf(argument);
  return parameter && parameter->kind == kindOf(place);
}

class UninitializedChecks {
 public:
  UninitializedChecks(llvm::Function& function, ShadowFrames& frames)
      : function_(function), frames_(frames), places_(function, /*withShadows=*/true) {}

  /// The loads of memory that may be unwritten.
  ShadowFrames::Values collect();
  /// `sources`: those, and what else may be.
  void prepare(llvm::ArrayRef<llvm::Value*> sources);
  /// Whether each result is a copy of what a buffer or the caller has. \pre prepare(), of this and
  /// of callees.
  bool returnsCopies();
  void run(llvm::ArrayRef<llvm::Value*> sources);

 private:
  void onInstruction(llvm::Instruction& instruction);
  void onLoad(llvm::LoadInst& load);
  void onStore(llvm::StoreInst& store);
  void onAtomic(llvm::Instruction& atomic, llvm::Value* pointer, llvm::Value* value);
  void onCopy(llvm::MemTransferInst& copy);
  void onCall(llvm::CallInst& call);
  void passShadows(llvm::CallInst& call);
  llvm::Value* shadowPointer(Builder& builder, const PointerPlace& place);
  llvm::Value* loadShadow(llvm::Instruction& at, const PointerPlace& place, llvm::Type* type);
  void storeShadow(llvm::Instruction& at, const PointerPlace& place, llvm::Value* shadow);
  void fillShadow(llvm::Instruction& at, const PointerPlace& place, llvm::Value* bytes,
                  bool isWritten);
  /// The place of code that runs if the object has a shadow; `at` itself if all have.
  llvm::Instruction* whereShadow(llvm::Instruction& at, const PointerPlace& place);
  void report(llvm::Value* shadow, llvm::Instruction& at, const llvm::Twine& what,
              const std::string& object);
  void requireWritten(llvm::Value* value, llvm::Instruction& at, const llvm::Twine& what);

  llvm::Function& function_;
  ShadowFrames& frames_;
  PointerPlaces places_;
  std::optional<ValueShadows> shadows_;
  llvm::DenseMap<llvm::Instruction*, PointerPlace> placeOf_;
  llvm::SmallVector<llvm::Instruction*> work_;
};

template <class T>
T* mark(T* instruction) {
  instruction->setMetadata(kCheckAccess, llvm::MDNode::get(instruction->getContext(), {}));
  return instruction;
}

llvm::Value* UninitializedChecks::shadowPointer(Builder& builder, const PointerPlace& place) {
  return builder.CreateGEP(builder.getInt8Ty(), place[PlacePart::Unwritten],
                           place[PlacePart::Offset]);
}

llvm::Instruction* UninitializedChecks::whereShadow(llvm::Instruction& at,
                                                    const PointerPlace& place) {
  if (!place.mayLackShadow) return &at;
  Builder builder(&at);
  return llvm::SplitBlockAndInsertIfThen(builder.CreateIsNotNull(place[PlacePart::Unwritten]), &at,
                                         /*Unreachable=*/false);
}

llvm::Value* UninitializedChecks::loadShadow(llvm::Instruction& at, const PointerPlace& place,
                                             llvm::Type* type) {
  llvm::BasicBlock* before = at.getParent();
  llvm::Instruction* inside = whereShadow(at, place);
  Builder builder(inside);
  llvm::Value* shadow =
      mark(builder.CreateAlignedLoad(type, shadowPointer(builder, place), llvm::Align(1)));
  if (place.isInverted) shadow = builder.CreateNot(shadow);
  if (inside == &at) return shadow;
  llvm::PHINode* phi = llvm::PHINode::Create(type, 2, "", at.getParent()->begin());
  phi->addIncoming(llvm::Constant::getNullValue(type), before);
  phi->addIncoming(shadow, inside->getParent());
  return phi;
}

void UninitializedChecks::storeShadow(llvm::Instruction& at, const PointerPlace& place,
                                      llvm::Value* shadow) {
  llvm::Instruction* inside = whereShadow(at, place);
  Builder builder(inside);
  if (place.isInverted) shadow = builder.CreateNot(shadow);
  mark(builder.CreateAlignedStore(shadow, shadowPointer(builder, place), llvm::Align(1)));
}

void UninitializedChecks::fillShadow(llvm::Instruction& at, const PointerPlace& place,
                                     llvm::Value* bytes, bool isWritten) {
  llvm::Instruction* inside = whereShadow(at, place);
  Builder builder(inside);
  mark(builder.CreateMemSet(shadowPointer(builder, place),
                            builder.getInt8(isWritten == place.isInverted ? 0xff : 0), bytes,
                            llvm::Align(1)));
}

void UninitializedChecks::report(llvm::Value* shadow, llvm::Instruction& at,
                                 const llvm::Twine& what, const std::string& object) {
  Builder builder(&at);
  llvm::Value* isBad = ValueShadows::any(builder, shadow);
  if (!isBad || llvm::isa<llvm::Constant>(isBad)) {
    const auto* constant = llvm::dyn_cast_or_null<llvm::ConstantInt>(isBad);
    if (!constant || constant->isZero()) return;
  }
  const std::string site = siteText("uninitialized", what, object, at);
  reportIf(isBad, at, [&](llvm::IRBuilderBase& inside) { emitReport(inside, site); });
}

void UninitializedChecks::requireWritten(llvm::Value* value, llvm::Instruction& at,
                                         const llvm::Twine& what) {
  if (shadows_->mayBeUnwritten(value) || llvm::isa<llvm::UndefValue>(value))
    report(shadows_->of(value), at, what, "");
}

void UninitializedChecks::onLoad(llvm::LoadInst& load) {
  llvm::Type* type = ValueShadows::typeOf(load.getType());
  if (isUnwrittenVariable(load.getPointerOperand())) {
    shadows_->set(&load, llvm::Constant::getAllOnesValue(type));
    return;
  }
  requireWritten(load.getPointerOperand(), load,
                 "the address of a read depends on memory that nobody has written");
  const auto place = placeOf_.find(&load);
  if (place == placeOf_.end()) return;
  shadows_->set(&load, loadShadow(load, place->second, type));
}

void UninitializedChecks::onStore(llvm::StoreInst& store) {
  requireWritten(store.getPointerOperand(), store,
                 "the address of a write depends on memory that nobody has written");
  const auto found = placeOf_.find(&store);
  if (found == placeOf_.end()) return;
  const PointerPlace& place = found->second;
  llvm::Value* value = store.getValueOperand();
  llvm::Type* type = ValueShadows::typeOf(value->getType());
  llvm::Value* shadow = shadows_->of(value);
  const bool isShared =
      !places_.isOwnMemory(store.getPointerOperand()) && !place.isPrivate && !place.isInverted;
  if (isShared && !isCopyOfBuffer(value, places_, *shadows_, frames_)) {
    report(shadow, store, "a value that depends on memory that nobody has written is stored in",
           places_.objectName(store.getPointerOperand()));
    shadow = llvm::Constant::getNullValue(type);
  }
  storeShadow(store, place, shadow);
}

void UninitializedChecks::onAtomic(llvm::Instruction& atomic, llvm::Value* pointer,
                                   llvm::Value* value) {
  requireWritten(pointer, atomic,
                 "the address of an atomic depends on memory that nobody has written");
  requireWritten(value, atomic, "an operand of an atomic was written by nobody");
  const auto place = placeOf_.find(&atomic);
  if (place == placeOf_.end()) return;
  llvm::Type* type = ValueShadows::typeOf(value->getType());
  const auto* exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&atomic);
  // An exchange whose result nobody reads is a store.
  if (!exchange || exchange->getOperation() != llvm::AtomicRMWInst::Xchg || !exchange->use_empty())
    report(loadShadow(atomic, place->second, type), atomic,
           "an atomic changes memory that nobody has written, of", places_.objectName(pointer));
  storeShadow(atomic, place->second, llvm::Constant::getNullValue(type));
}

void UninitializedChecks::onCopy(llvm::MemTransferInst& copy) {
  const PointerPlace target = places_.of(copy.getRawDest());
  if (!target.hasShadow) return;
  if (isUnwrittenVariable(copy.getRawSource())) {
    fillShadow(copy, target, copy.getLength(), /*isWritten=*/false);
    return;
  }
  const PointerPlace source = places_.of(copy.getRawSource());
  const bool isAlike = source.hasShadow && source.isInverted == target.isInverted;
  if (!isAlike || source.mayLackShadow)
    fillShadow(copy, target, copy.getLength(), /*isWritten=*/true);
  if (!isAlike) return;
  llvm::Instruction* inside = whereShadow(*whereShadow(copy, target), source);
  Builder builder(inside);
  mark(builder.CreateMemMove(shadowPointer(builder, target), llvm::Align(1),
                             shadowPointer(builder, source), llvm::Align(1), copy.getLength()));
}

// What a function writes through a pointer is not known: all of the object counts as written, of a
// buffer what a function of the device library can write.
void UninitializedChecks::onCall(llvm::CallInst& call) {
  if (call.isConvergent() || call.isInlineAsm())
    for (llvm::Use& argument : call.args())
      requireWritten(argument, call, "an operand of " + callName(call) + " was written by nobody");
  if (call.onlyReadsMemory() || call.hasFnAttr(kHostCallAttribute)) return;
  constexpr uint64_t kMostBytes = 128;  // a vector of 16 double
  const llvm::Function* callee = call.getCalledFunction();
  const bool isFunctionOfProgram = callee && isOutOfLine(*callee);
  for (llvm::Use& argument : call.args()) {
    if (!argument->getType()->isPointerTy()) continue;
    PointerPlace place = places_.of(argument);
    if (!place.isChecked || !place.hasShadow || passesShadow(argument, place)) continue;
    Builder builder(&call);
    llvm::Value* bytes = place[PlacePart::WriteBytes];
    if (place.isPrivate || isFunctionOfProgram)
      place[PlacePart::Offset] = builder.getInt64(0);
    else
      bytes = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::umin, builder.getInt64(kMostBytes),
          builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, bytes,
                                        place[PlacePart::Offset]));
    fillShadow(call, place, bytes, /*isWritten=*/true);
  }
}

void UninitializedChecks::passShadows(llvm::CallInst& call) {
  for (const unsigned i : frames_.argumentsOf(call)) {
    Builder builder(&call);
    frames_.storeArgument(builder, call, i, shadows_->of(call.getArgOperand(i)));
  }
  if (frames_.hasResult(call)) {
    Builder builder(call.getNextNode());
    shadows_->set(&call, frames_.loadResult(builder, call));
  }
  // The shadows of private variables are known here only.
  for (llvm::Use& argument : call.args()) {
    const auto parameter = parameterOf(argument);
    if (!parameter || parameter->kind != PlaceKind::Private) continue;
    const PointerPlace place = places_.of(argument);
    if (place.isPrivate && place.hasShadow)
      call.setArgOperand(parameter->first + static_cast<unsigned>(PlacePart::Unwritten),
                         place[PlacePart::Unwritten]);
  }
}

void UninitializedChecks::onInstruction(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return onLoad(*load);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return onStore(*store);
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return onAtomic(*update, update->getPointerOperand(), update->getValOperand());
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return onAtomic(*exchange, exchange->getPointerOperand(), exchange->getNewValOperand());
  if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) return onCopy(*copy);
  if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&instruction)) {
    const PointerPlace place = places_.of(fill->getRawDest());
    if (place.hasShadow) fillShadow(*fill, place, fill->getLength(), /*isWritten=*/true);
    return;
  }
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    if (llvm::isa<llvm::IntrinsicInst>(call)) return;
    onCall(*call);
    return passShadows(*call);
  }
  if (auto* back = llvm::dyn_cast<llvm::ReturnInst>(&instruction); back && back->getReturnValue()) {
    Builder builder(back);
    return frames_.storeResult(builder, function_, shadows_->of(back->getReturnValue()));
  }
  constexpr const char* kBranch = "a branch depends on memory that nobody has written";
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isConditional() && !branch->hasMetadata(kCheckAccess))
      requireWritten(branch->getCondition(), *branch, kBranch);
  } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    requireWritten(choice->getCondition(), *choice, kBranch);
  }
}

ShadowFrames::Values UninitializedChecks::collect() {
  ShadowFrames::Values sources;
  for (const Access& access : accessesOf(function_)) {
    const bool isMarker = isUnwrittenVariable(access.pointer());
    const PointerPlace place = places_.of(access.pointer());
    if (place.hasShadow) placeOf_[access.instruction] = place;
    if (llvm::isa<llvm::LoadInst>(access.instruction) && (place.hasShadow || isMarker))
      sources.push_back(access.instruction);
  }
  for (llvm::Instruction& instruction : llvm::instructions(function_))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      for (llvm::Use& argument : call->args())
        if (argument->getType()->isPointerTy()) places_.of(argument);
  return sources;
}

void UninitializedChecks::prepare(llvm::ArrayRef<llvm::Value*> sources) {
  shadows_.emplace(function_, sources);
}

bool UninitializedChecks::returnsCopies() {
  return llvm::all_of(llvm::instructions(function_), [&](llvm::Instruction& instruction) {
    const auto* back = llvm::dyn_cast<llvm::ReturnInst>(&instruction);
    return !back || !back->getReturnValue() ||
           isCopyOfBuffer(back->getReturnValue(), places_, *shadows_, frames_);
  });
}

void UninitializedChecks::run(llvm::ArrayRef<llvm::Value*> sources) {
  // Code that follows splits blocks.
  llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
  for (llvm::BasicBlock* block : order)
    for (llvm::Instruction& instruction : *block) work_.push_back(&instruction);
  Builder builder(&function_.getEntryBlock(),
                  function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (llvm::Value* source : sources)
    if (auto* parameter = llvm::dyn_cast<llvm::Argument>(source))
      shadows_->set(parameter, frames_.loadParameter(builder, *parameter));
  for (llvm::Instruction* instruction : work_) {
    onInstruction(*instruction);
    shadows_->visit(*instruction);
  }
  shadows_->finish();
}

void checkUninitialized(llvm::Module& module) {
  ShadowFrames frames(module);
  llvm::MapVector<llvm::Function*, std::unique_ptr<UninitializedChecks>> checks;
  llvm::MapVector<llvm::Function*, ShadowFrames::Values> loads;
  for (llvm::Function* function : functionsOfProgram(module)) {
    checks[function] = std::make_unique<UninitializedChecks>(*function, frames);
    loads[function] = checks[function]->collect();
  }
  const auto settled = frames.settle(loads);
  for (const auto& [function, sources] : settled) checks[function]->prepare(sources);
  for (const auto& [function, sources] : settled)  // callees first
    if (isOutOfLine(*function) && checks[function]->returnsCopies()) frames.noteCopies(*function);
  for (const auto& [function, sources] : settled) checks[function]->run(sources);
}

/// No load of the variable is left.
void dropMarks(llvm::Module& module) {
  llvm::GlobalVariable* variable = module.getGlobalVariable(kUnwrittenVariable, true);
  if (!variable) return;
  llvm::SmallVector<llvm::Instruction*> copies;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction))
        if (isUnwrittenVariable(copy->getRawSource())) copies.push_back(copy);
  for (llvm::Instruction* copy : copies) copy->eraseFromParent();
  variable->setConstant(true);
}

}  // namespace

llvm::PreservedAnalyses CheckUninitializedPass::run(llvm::Module& module,
                                                    llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckUninitializedFlag)) return llvm::PreservedAnalyses::all();
  checkUninitialized(module);
  dropMarks(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
