// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets follow the pointers: a phi of pointers gets a phi of offsets, an index an addition. The
// sizes are those of the object where there is one only, else they follow the pointers, too.
#include "compiler/checks/pointer_places.h"

#include "compiler/checks/place_parameters.h"
#include "compiler/contract/address_spaces.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/checked_arguments.h"
#include "compiler/contract/host_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "interface/access_word.h"
#include "interface/checked_object.h"

#include <llvm/Analysis/Utils/Local.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace lanewise {
namespace {

using abi::CheckedObject;

std::string variableName(llvm::AllocaInst& variable) {
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&variable))
    return record->getVariable()->getName().str();
  for (llvm::DbgDeclareInst* declare : llvm::findDbgDeclares(&variable))
    return declare->getVariable()->getName().str();
  return variable.getName().str();
}

/// In quotes, as the source names it; the number if the module does not say.
std::string parameterName(const llvm::Argument& parameter) {
  const llvm::Function& function = *parameter.getParent();
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const llvm::DbgVariableRecord& record :
         llvm::filterDbgVars(instruction.getDbgRecordRange())) {
      const llvm::DILocalVariable* variable = record.getVariable();
      if (variable->getArg() == parameter.getArgNo() + 1 &&
          variable->getScope()->getSubprogram() == function.getSubprogram())
        return ("'" + variable->getName() + "'").str();
    }
  return std::to_string(parameter.getArgNo());
}

std::string named(llvm::StringRef what, llvm::StringRef name, uint64_t bytes) {
  return (what + (name.empty() ? "" : " '" + name + "'") + " of " + llvm::Twine(bytes) + " bytes")
      .str();
}

/// The name in the source: the front end names variables of functions `kernel.tile`.
llvm::StringRef plainName(llvm::StringRef name) { return name.substr(name.rfind('.') + 1); }

bool isNull(const llvm::Value* root) { return llvm::isa<llvm::ConstantPointerNull>(root); }

/// The memory of an object that is no buffer; none of all others.
std::optional<PlaceKind> ownKind(const llvm::Value* root) {
  if (llvm::isa<llvm::AllocaInst>(root)) return PlaceKind::Private;
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(root))
    return variable->getAddressSpace() == kLocalAddressSpace ? std::optional(PlaceKind::Local)
                                                             : std::nullopt;
  const auto* argument = llvm::dyn_cast<llvm::Argument>(root);
  if (!argument) return std::nullopt;
  const auto checked = checkedArgument(*argument);
  if (checked && checked->isLocal) return PlaceKind::Local;
  const auto passed = placeParameter(*argument);
  return passed && passed->kind != PlaceKind::Buffer ? std::optional(passed->kind) : std::nullopt;
}

/// Whether a use of a pointer puts it where nobody follows it: in memory, in the result of a
/// function, in an argument that a callee keeps or returns.
bool keepsPointer(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
    return use.getOperandNo() == 0 && !store->hasMetadata(kCheckAccess);
  if (llvm::isa<llvm::ReturnInst>(user)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
  return call && call->getCalledFunction() && isOutOfLine(*call->getCalledFunction()) &&
         call->isArgOperand(&use) && !call->doesNotCapture(call->getArgOperandNo(&use));
}

/// A structure that the argument block has (kArgumentsAttribute).
bool isByValue(const llvm::Argument& argument) {
  llvm::StringRef items =
      argument.getParent()->getFnAttribute(kArgumentsAttribute).getValueAsString();
  for (unsigned i = 0; i < argument.getArgNo(); ++i) items = items.split(',').second;
  return items.starts_with("b");
}

/// No access is outside, and nothing else is known.
PointerPlace whole(llvm::LLVMContext& context) {
  PointerPlace place;
  place[PlacePart::Offset] = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), 0);
  return place;
}

PointerPlace knownSize(llvm::IRBuilderBase& builder, uint64_t bytes, bool isWritable) {
  PointerPlace place;
  place.isChecked = true;
  place[PlacePart::Offset] = builder.getInt64(0);
  place[PlacePart::ReadBytes] = builder.getInt64(bytes);
  place[PlacePart::WriteBytes] = builder.getInt64(isWritable ? bytes : 0);
  return place;
}

llvm::LoadInst* loadMember(llvm::IRBuilderBase& builder, llvm::Type* type, llvm::Value* object,
                           uint64_t offsetBytes) {
  return loadKept(builder, type,
                  builder.CreateConstGEP1_64(builder.getInt8Ty(), object, offsetBytes),
                  llvm::Align(8));
}

/// The variable in which checks keep something of another one, made at the first call.
llvm::GlobalVariable& keptOf(llvm::GlobalVariable& variable, const llvm::Twine& prefix,
                             llvm::Type* type, llvm::Constant* initial) {
  if (!variable.hasName()) variable.setName("unnamed");
  llvm::Module& module = *variable.getParent();
  const std::string name = (prefix + variable.getName()).str();
  if (llvm::GlobalVariable* kept = module.getGlobalVariable(name, /*AllowInternal=*/true))
    return *kept;
  auto* kept = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage, initial, name,
      nullptr, llvm::GlobalValue::NotThreadLocal, variable.getAddressSpace());
  kept->setAlignment(llvm::Align(abi::kLocalShadowStride));
  kept->addAttribute(kOwnMemory);
  return *kept;
}

constexpr uint64_t kLocalStride = abi::kLocalShadowStride;

}  // namespace

llvm::SmallVector<llvm::Value*, 2> pointerSources(llvm::Value* pointer) {
  if (auto* index = llvm::dyn_cast<llvm::GEPOperator>(pointer)) return {index->getPointerOperand()};
  if (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
    return {cast->getPointerOperand()};
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer))
    return {phi->incoming_values().begin(), phi->incoming_values().end()};
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(pointer))
    return {select->getTrueValue(), select->getFalseValue()};
  if (auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(pointer)) return {freeze->getOperand(0)};
  return {};
}

llvm::SmallVector<llvm::Value*, 8> pointersBehind(llvm::Value* pointer) {
  llvm::SmallVector<llvm::Value*, 8> all, open = {pointer};
  llvm::SmallPtrSet<llvm::Value*, 16> seen = {pointer};
  while (!open.empty()) {
    llvm::Value* value = all.emplace_back(open.pop_back_val());
    for (llvm::Value* source : pointerSources(value))
      if (seen.insert(source).second) open.push_back(source);
  }
  return all;
}

llvm::BasicBlock::iterator PointerPlaces::atEntry() {
  return function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

llvm::BasicBlock::iterator PointerPlaces::behind(llvm::Value* pointer) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(pointer);
  if (!instruction || llvm::isa<llvm::AllocaInst>(instruction)) return atEntry();
  return *instruction->getInsertionPointAfterDef();
}

void PointerPlaces::loadBounds(llvm::IRBuilderBase& builder, llvm::Value* object,
                               PointerPlace& place) {
  place.isChecked = true;
  place[PlacePart::ReadBytes] =
      loadMember(builder, builder.getInt64Ty(), object, offsetof(CheckedObject, readBytes));
  place[PlacePart::WriteBytes] =
      loadMember(builder, builder.getInt64Ty(), object, offsetof(CheckedObject, writeBytes));
}

void PointerPlaces::loadPlace(llvm::IRBuilderBase& builder, llvm::Value* pointer,
                              llvm::Value* object, PointerPlace& place) {
  llvm::Type* number = builder.getInt64Ty();
  place[PlacePart::Offset] =
      builder.CreateSub(builder.CreatePtrToInt(pointer, number),
                        loadMember(builder, number, object, offsetof(CheckedObject, base)));
  if (!withShadows_) return;
  place.hasShadow = place.mayLackShadow = true;
  const auto load = [&](PlacePart part, uint64_t offsetBytes) {
    place[part] = loadMember(builder, builder.getPtrTy(), object, offsetBytes);
  };
  load(PlacePart::Unwritten, offsetof(CheckedObject, unwritten));
  load(PlacePart::Writes, offsetof(CheckedObject, writes));
  load(PlacePart::Reads, offsetof(CheckedObject, reads));
  load(PlacePart::WriteSites, offsetof(CheckedObject, writeSites));
  load(PlacePart::ReadSites, offsetof(CheckedObject, readSites));
}

// abi::kLocalShadowSizes has the order.
void PointerPlaces::placeShadow(llvm::IRBuilderBase& builder, llvm::Value* begin, llvm::Value* size,
                                PointerPlace& place) {
  place.hasShadow = place.isInverted = true;
  uint64_t sizes = 0;
  const auto next = [&](PlacePart part, uint64_t count) {
    place[part] = builder.CreateGEP(builder.getInt8Ty(), begin,
                                    builder.CreateMul(size, builder.getInt64(sizes)));
    sizes += count;
  };
  next(PlacePart::Unwritten, 1);
  next(PlacePart::Writes, 2);
  next(PlacePart::Reads, 2);
  next(PlacePart::WriteSites, 1);
  next(PlacePart::ReadSites, 1);
}

PointerPlace PointerPlaces::placeOfArgument(llvm::Argument& argument) {
  const auto checked = checkedArgument(argument);
  if (!checked) return whole(function_.getContext());
  llvm::IRBuilder<> builder(function_.getContext());
  builder.SetInsertPoint(atEntry());
  llvm::Value* object = builder.CreateConstGEP1_64(
      builder.getInt8Ty(), emitKernelCall(builder, KernelCall::Arguments), checked->offsetBytes);
  PointerPlace place = whole(function_.getContext());
  loadBounds(builder, object, place);
  if (!checked->isLocal) {
    loadPlace(builder, &argument, object, place);
  } else if (withShadows_) {
    llvm::Value* size = builder.CreateAnd(
        builder.CreateAdd(place[PlacePart::ReadBytes], builder.getInt64(kLocalStride - 1)),
        ~(kLocalStride - 1));
    placeShadow(builder, builder.CreateGEP(builder.getInt8Ty(), &argument, size), size, place);
  }
  return place;
}

/// The place that the caller of a function out of line knows.
PointerPlace PointerPlaces::placeOfParameter(llvm::Argument& parameter) {
  const auto passed = placeParameter(parameter);
  PointerPlace place = whole(function_.getContext());
  if (!passed) return place;
  place.isChecked = true;
  place.isPrivate = passed->kind == PlaceKind::Private;
  place.isInverted = passed->kind == PlaceKind::Local;
  place.hasShadow = place.mayLackShadow = withShadows_;
  const PlacePart last = !withShadows_     ? PlacePart::WriteBytes
                         : place.isPrivate ? PlacePart::Unwritten
                                           : PlacePart::ReadSites;
  for (unsigned part = 0; part <= static_cast<unsigned>(last); ++part)
    place.parts[part] = function_.getArg(passed->first + part);
  return place;
}

PointerPlace PointerPlaces::foundByHost(llvm::Value* pointer) {
  llvm::IRBuilder<> builder(function_.getContext());
  builder.SetInsertPoint(behind(pointer));
  if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(pointer))
    builder.SetCurrentDebugLocation(instruction->getDebugLoc());
  function_.addFnAttr(kUsesHostCallsAttribute);
  llvm::Value* object = emitHostCall(builder, HostCall::findObject,
                                     emitKernelCall(builder, KernelCall::LaunchPointer), {pointer});
  PointerPlace place;
  loadBounds(builder, object, place);
  loadPlace(builder, pointer, object, place);
  return place;
}

PointerPlace PointerPlaces::placeOfVariable(llvm::AllocaInst& variable) {
  const auto bytes = variable.getAllocationSize(function_.getDataLayout());
  if (!bytes || bytes->isScalable()) return whole(function_.getContext());
  llvm::IRBuilder<> builder(function_.getContext());
  builder.SetInsertPoint(atEntry());
  PointerPlace place = knownSize(builder, bytes->getFixedValue(), /*isWritable=*/true);
  place.isPrivate = true;
  if (!withShadows_) return place;
  auto* type = llvm::ArrayType::get(builder.getInt8Ty(), bytes->getFixedValue());
  llvm::AllocaInst* shadow = builder.CreateAlloca(type);
  shadow->setAlignment(variable.getAlign());
  shadow->moveBefore(&*function_.getEntryBlock().begin());
  // What no marker says is written: variables of the compiler.
  builder.CreateMemSet(shadow, builder.getInt8(0), bytes->getFixedValue(), variable.getAlign())
      ->setMetadata(kCheckAccess, llvm::MDNode::get(function_.getContext(), {}));
  place.hasShadow = true;
  place[PlacePart::Unwritten] = shadow;
  return place;
}

PointerPlace PointerPlaces::placeOfLocal(llvm::GlobalVariable& variable) {
  llvm::IRBuilder<> builder(function_.getContext());
  const uint64_t bytes = function_.getDataLayout().getTypeAllocSize(variable.getValueType());
  PointerPlace place = knownSize(builder, bytes, /*isWritable=*/true);
  if (!withShadows_) return place;
  const uint64_t size = llvm::alignTo(bytes, kLocalStride);
  auto* type = llvm::ArrayType::get(builder.getInt8Ty(), size * abi::kLocalShadowSizes);
  llvm::GlobalVariable& shadow = keptOf(variable, "shadow.", type, llvm::UndefValue::get(type));
  placeShadow(builder, llvm::ConstantExpr::getAddrSpaceCast(&shadow, builder.getPtrTy()),
              builder.getInt64(size), place);
  return place;
}

/// A variable of the program, which begins with values. Each module has its own history of it: the
/// numbers of sites are those of the module.
PointerPlace PointerPlaces::placeOfProgram(llvm::GlobalVariable& variable) {
  llvm::IRBuilder<> builder(function_.getContext());
  const uint64_t bytes = function_.getDataLayout().getTypeAllocSize(variable.getValueType());
  PointerPlace place = knownSize(builder, bytes, !variable.isConstant());
  if (!withShadows_ || variable.isConstant()) return place;
  const uint64_t cells = llvm::divideCeil(bytes, abi::kCellBytes);
  auto* type = llvm::ArrayType::get(builder.getInt64Ty(), 3 * cells);
  llvm::GlobalVariable& history =
      keptOf(variable, "history.", type, llvm::Constant::getNullValue(type));
  place.hasShadow = place.mayLackShadow = true;
  place[PlacePart::Unwritten] = llvm::ConstantPointerNull::get(builder.getPtrTy());
  // Words of launches with the same number would be taken for those of this launch.
  builder.SetInsertPoint(atEntry());
  llvm::Value* hasWrapped = builder.CreateICmpNE(
      builder.CreateAnd(loadLaunchNumber(builder, function_), abi::kHasWrapped),
      builder.getInt64(0));
  const auto part = [&](PlacePart which, uint64_t offsetCells, uint64_t cellBytes) {
    place[which] = builder.CreateSelect(
        hasWrapped, llvm::ConstantPointerNull::get(builder.getPtrTy()),
        builder.CreateConstGEP1_64(builder.getInt8Ty(), &history, offsetCells * cells * cellBytes));
  };
  part(PlacePart::Writes, 0, sizeof(uint64_t));
  part(PlacePart::Reads, 1, sizeof(uint64_t));
  part(PlacePart::WriteSites, 4, sizeof(uint32_t));
  part(PlacePart::ReadSites, 5, sizeof(uint32_t));
  return place;
}

/// Descriptors of images and others, which have pointers that are not the program's. A structure by
/// value has pointers of the program.
bool PointerPlaces::isOfTheCode(llvm::Value* root) {
  if (llvm::isa<llvm::LoadInst>(root)) return false;
  const auto* argument = llvm::dyn_cast<llvm::Argument>(root);
  if (argument && isByValue(*argument)) return false;
  return !of(root).isChecked;
}

/// Whether something may write the object of which its shadow says nothing: through a pointer that
/// was kept, or one that may point to another kind of memory.
bool PointerPlaces::isLostTrackOf(llvm::Value* root) {
  llvm::SmallVector<llvm::Value*, 8> open = {root};
  llvm::SmallPtrSet<llvm::Value*, 16> seen = {root};
  while (!open.empty())
    for (const llvm::Use& use : open.pop_back_val()->uses()) {
      if (keepsPointer(use)) return true;
      llvm::Value* user = use.getUser();
      if (pointerSources(user).empty() || !seen.insert(user).second) continue;
      open.push_back(user);
      for (llvm::Value* other : rootsOf(user))
        if (!isNull(other) && ownKind(other) != ownKind(root)) return true;
    }
  return false;
}

PointerPlace PointerPlaces::placeOfRoot(llvm::Value* root) {
  PointerPlace place = placeOfKnown(root);
  if (!place.hasShadow || !ownKind(root) || !isLostTrackOf(root)) return place;
  // All of it counts as written.
  llvm::Value*& unwritten = place[PlacePart::Unwritten];
  unwritten = llvm::Constant::getNullValue(unwritten->getType());
  place.mayLackShadow = true;
  return place;
}

PointerPlace PointerPlaces::placeOfKnown(llvm::Value* root) {
  llvm::IRBuilder<> builder(function_.getContext());
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(root))
    return isOutOfLine(function_) ? placeOfParameter(*argument) : placeOfArgument(*argument);
  if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(root)) return placeOfVariable(*variable);
  if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(root)) {
    if (variable->hasAttribute(kOwnMemory)) return whole(function_.getContext());
    if (variable->getAddressSpace() == kLocalAddressSpace) return placeOfLocal(*variable);
    return placeOfProgram(*variable);
  }
  if (llvm::isa<llvm::ConstantPointerNull>(root))
    return knownSize(builder, 0, /*isWritable=*/false);
  // Constants, and memory of the code itself: descriptors, blocks of arguments.
  if (llvm::isa<llvm::Constant>(root) || kernelCallOf(*root)) return whole(function_.getContext());
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(root))
    for (llvm::Value* source : rootsOf(load->getPointerOperand()))
      if (isOfTheCode(source) && source != load) return whole(function_.getContext());
  return foundByHost(root);
}

const PointerPlaces::Roots& PointerPlaces::rootsOf(llvm::Value* pointer) {
  if (auto known = roots_.find(pointer); known != roots_.end()) return known->second;
  Roots roots;
  for (llvm::Value* value : pointersBehind(pointer))
    if (pointerSources(value).empty()) roots.insert(value);
  return roots_.try_emplace(pointer, std::move(roots)).first->second;
}

PointerPlace PointerPlaces::of(llvm::Value* pointer) {
  if (auto known = places_.find(pointer); known != places_.end()) return known->second;
  const PointerPlace place = make(pointer);
  places_[pointer] = place;
  return place;
}

PointerPlace PointerPlaces::make(llvm::Value* pointer) {
  const llvm::SmallVector<llvm::Value*, 2> sources = pointerSources(pointer);
  if (sources.empty()) return placeOfRoot(pointer);
  if (sources.size() > 1) return join(pointer, sources);
  PointerPlace place = of(sources.front());
  auto* index = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  if (!index || !place.isChecked) return place;
  llvm::IRBuilder<> builder(function_.getContext());
  builder.SetInsertPoint(behind(pointer));
  llvm::Value*& offset = place[PlacePart::Offset];
  offset = builder.CreateAdd(offset, llvm::emitGEPOffset(&builder, function_.getDataLayout(), index,
                                                         /*NoAssumptions=*/true));
  return place;
}

// Phis and selects: of several objects, what is known of each.
PointerPlace PointerPlaces::join(llvm::Value* pointer, llvm::ArrayRef<llvm::Value*> sources) {
  const Roots roots = rootsOf(pointer);
  // Null is in no memory, and fits to each.
  const auto* named = llvm::find_if(roots, [](llvm::Value* root) { return !isNull(root); });
  const PointerPlace first = of(named == roots.end() ? roots.front() : *named);
  PointerPlace place = first;
  for (llvm::Value* root : roots) {
    const PointerPlace other = of(root);
    if (isNull(root)) {
      place.mayLackShadow = true;
      continue;
    }
    place.isChecked &= other.isChecked;
    place.hasShadow &= other.hasShadow && other.isInverted == first.isInverted &&
                       other.isPrivate == first.isPrivate;
    place.mayLackShadow |= other.mayLackShadow;
  }
  if (!place.isChecked) return whole(function_.getContext());
  const auto isJoined = [&](unsigned part) {
    if (part == static_cast<unsigned>(PlacePart::Offset)) return true;
    if (roots.size() == 1) return false;
    return part < static_cast<unsigned>(PlacePart::Unwritten) ||
           (place.hasShadow && first.parts[part] != nullptr);
  };
  const auto withNulls = [&](PointerPlace of) {
    for (unsigned part = 0; part < kPlaceParts; ++part)
      if (!of.parts[part] && isJoined(part))
        of.parts[part] = llvm::Constant::getNullValue(first.parts[part]->getType());
    return of;
  };
  llvm::IRBuilder<> builder(function_.getContext());
  if (auto* select = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
    const PointerPlace a = withNulls(of(sources[0])), b = withNulls(of(sources[1]));
    builder.SetInsertPoint(behind(pointer));
    for (unsigned part = 0; part < kPlaceParts; ++part)
      if (isJoined(part))
        place.parts[part] =
            builder.CreateSelect(select->getCondition(), a.parts[part], b.parts[part]);
    return place;
  }
  auto* phi = llvm::cast<llvm::PHINode>(pointer);
  builder.SetInsertPoint(phi);
  for (unsigned part = 0; part < kPlaceParts; ++part)
    if (isJoined(part))
      place.parts[part] =
          builder.CreatePHI(first.parts[part]->getType(), phi->getNumIncomingValues());
  places_[pointer] = place;  // the loop leads back to it
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
    const PointerPlace from = withNulls(of(phi->getIncomingValue(i)));
    for (unsigned part = 0; part < kPlaceParts; ++part)
      if (isJoined(part))
        llvm::cast<llvm::PHINode>(place.parts[part])
            ->addIncoming(from.parts[part], phi->getIncomingBlock(i));
  }
  return place;
}

bool PointerPlaces::isOwnMemory(llvm::Value* pointer) {
  return llvm::any_of(rootsOf(pointer), [](llvm::Value* root) {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(root)) {
      const auto passed = placeParameter(*argument);
      return passed && passed->kind == PlaceKind::Private;
    }
    return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(root);
  });
}

uint64_t PointerPlaces::argumentsOf(llvm::Value* pointer) {
  uint64_t arguments = 0;
  for (llvm::Value* root : rootsOf(pointer)) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(root);
    const bool isOwn = llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(root);
    if (!argument && !isOwn) return ~uint64_t(0);
    if (argument && argument->getArgNo() < 64) arguments |= uint64_t(1) << argument->getArgNo();
    if (argument && argument->getArgNo() >= 64) return ~uint64_t(0);
  }
  return arguments;
}

std::string PointerPlaces::objectName(llvm::Value* pointer) {
  const Roots& roots = rootsOf(pointer);
  std::string names;
  for (llvm::Value* root : roots) {
    if (!names.empty()) names += " or ";
    if (auto* argument = llvm::dyn_cast<llvm::Argument>(root);
        argument && checkedArgument(*argument))
      names += "argument " + std::to_string(argument->getArgNo());
    else if (argument && placeParameter(*argument))
      names += "parameter " + parameterName(*argument);
    else if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(root))
      names += named("private variable", variableName(*variable),
                     of(variable).isChecked
                         ? variable->getAllocationSize(function_.getDataLayout())->getFixedValue()
                         : 0);
    else if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(root))
      names += named(global->getAddressSpace() == kLocalAddressSpace ? "local variable"
                     : global->isConstant()                          ? "constant"
                                                                     : "variable",
                     plainName(global->getName()),
                     function_.getDataLayout().getTypeAllocSize(global->getValueType()));
    else if (llvm::isa<llvm::ConstantPointerNull>(root))
      names += "a null pointer";
    else
      names += "a pointer from memory";
  }
  return names;
}

}  // namespace lanewise
