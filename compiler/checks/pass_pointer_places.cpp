// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pass-pointer-places: for builds with kCheckMemoryFlag. A function out of line gets, for each of
// its pointers of the program, where in which object it points: the parts of its place as further
// parameters (place_parameters.h). With shadows it gets the number of the launch, too.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/checks/place_parameters.h"
#include "compiler/checks/pointer_places.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/checked_arguments.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace lanewise {

/// Requires: as check-memory. Ensures: functions out of line of a module with kCheckMemoryFlag have
/// the places of their pointers. Why here: in front of the checks, which look for them.
MODULE_PASS(PassPointerPlacesPass);

namespace {

/// What no access leaves, whatever a function adds to the offset.
constexpr uint64_t kMiddle = uint64_t(1) << 62;
constexpr uint64_t kMostBytes = ~uint64_t(0);

bool isPartPointer(unsigned part) { return part >= static_cast<unsigned>(PlacePart::Unwritten); }

class Places {
 public:
  explicit Places(llvm::Module& module)
      : module_(module),
        parts_(passedParts(module)),
        number_(llvm::Type::getInt64Ty(module.getContext())),
        pointer_(llvm::PointerType::get(module.getContext(), 0)) {}

  bool run();

 private:
  /// The pointers for which a function gets parts, in this order, and the number of the first part.
  struct Added {
    llvm::SmallVector<unsigned> pointers;
    unsigned first = 0;
  };
  bool hasShadows() const { return parts_ == kPlaceParts; }
  llvm::SmallVector<llvm::Function*> callersFirst();
  void chooseParameters();
  bool mayBeOfProgram(llvm::Value* pointer);
  void addAllParameters();
  void pass(llvm::Function& caller);
  void pass(llvm::CallBase& call, unsigned operand, llvm::Argument& parameter,
            PointerPlaces& places);

  llvm::Module& module_;
  const unsigned parts_;
  llvm::Type *const number_, *const pointer_;
  llvm::MapVector<llvm::Function*, Added> added_;
  llvm::DenseSet<const llvm::Argument*> onlyNull_;  // so far
};

llvm::SmallVector<llvm::Function*> Places::callersFirst() {
  auto functions = functionsOfProgram(module_);
  // Kernels come first, and then callees before callers.
  std::reverse(llvm::find_if(functions, [](llvm::Function* f) { return isOutOfLine(*f); }),
               functions.end());
  return functions;
}

bool Places::mayBeOfProgram(llvm::Value* pointer) {
  return llvm::any_of(pointersBehind(pointer), [&](llvm::Value* value) {
    if (!pointerSources(value).empty() || kernelCallOf(*value)) return false;
    const auto* argument = llvm::dyn_cast<llvm::Argument>(value);
    if (!argument) return true;
    llvm::Function* function = const_cast<llvm::Function*>(argument->getParent());
    if (!isOutOfLine(*function)) return checkedArgument(*argument).has_value();
    return llvm::is_contained(added_[function].pointers, argument->getArgNo());
  });
}

// Not descriptors of images, and what the code itself passes.
void Places::chooseParameters() {
  for (llvm::Function* function : callersFirst()) {
    if (!isOutOfLine(*function)) continue;
    Added added;
    for (llvm::Argument& parameter : function->args())
      if (parameter.getType()->isPointerTy() &&
          llvm::any_of(callsOf(*function), [&](llvm::CallBase* call) {
            return mayBeOfProgram(call->getArgOperand(parameter.getArgNo()));
          }))
        added.pointers.push_back(parameter.getArgNo());
    added_[function] = added;
  }
}

void Places::addAllParameters() {
  llvm::MapVector<llvm::Function*, Added> replaced;
  for (auto& [function, added] : added_) {
    llvm::SmallVector<llvm::Type*> types;
    for (size_t i = 0; i < added.pointers.size(); ++i)
      for (unsigned part = 0; part < parts_; ++part)
        types.push_back(isPartPointer(part) ? pointer_ : number_);
    if (hasShadows()) types.push_back(number_);
    if (types.empty()) continue;
    added.first = static_cast<unsigned>(function->arg_size());
    llvm::Function& to = addParameters(*function, types);
    if (hasShadows())
      setNumberAttribute(to, kLaunchParameterAttribute, added.first + types.size() - 1);
    replaced[&to] = added;
  }
  added_ = std::move(replaced);
}

bool Places::run() {
  chooseParameters();
  addAllParameters();
  if (added_.empty()) return false;
  for (llvm::Function* caller : callersFirst()) pass(*caller);
  return true;
}

void Places::pass(llvm::Function& caller) {
  PointerPlaces places(caller, hasShadows());
  for (llvm::CallBase* call : callsOfDefined(caller)) {
    llvm::Function& callee = *call->getCalledFunction();
    const auto* found = added_.find(&callee);
    if (found == added_.end()) continue;
    unsigned operand = found->second.first;
    for (const unsigned parameter : found->second.pointers) {
      pass(*call, operand, *callee.getArg(parameter), places);
      operand += parts_;
    }
    if (hasShadows()) {
      llvm::IRBuilder<> builder(call);
      call->setArgOperand(operand, loadLaunchNumber(builder, caller));
    }
  }
}

// The callers have their own places already, and the first that has one for the pointer decides on
// the kind of its memory, but for null. The shadows of other kinds are not passed.
void Places::pass(llvm::CallBase& call, unsigned operand, llvm::Argument& parameter,
                  PointerPlaces& places) {
  llvm::Value* pointer = call.getArgOperand(parameter.getArgNo());
  const PointerPlace place = places.of(pointer);
  const bool isNull = llvm::isa<llvm::ConstantPointerNull>(pointer);
  if (place.isChecked &&
      (!placeParameter(parameter) || (onlyNull_.contains(&parameter) && !isNull))) {
    setPlaceParameter(parameter, {kindOf(place), operand});
    if (isNull)
      onlyNull_.insert(&parameter);
    else
      onlyNull_.erase(&parameter);
  }
  // check-uninitialized passes those of private variables.
  const bool hasShadow = place.isChecked && place.hasShadow && !place.isPrivate &&
                         placeParameter(parameter)->kind == kindOf(place);
  for (unsigned part = 0; part < parts_; ++part, ++operand) {
    llvm::Type* type = call.getArgOperand(operand)->getType();
    llvm::Value* value;
    if (isPartPointer(part))
      value =
          hasShadow && place.parts[part] ? place.parts[part] : llvm::Constant::getNullValue(type);
    else if (place.isChecked)
      value = place.parts[part];
    else
      value = llvm::ConstantInt::get(
          type, part == static_cast<unsigned>(PlacePart::Offset) ? kMiddle : kMostBytes);
    call.setArgOperand(operand, value);
  }
}

}  // namespace

llvm::PreservedAnalyses PassPointerPlacesPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckMemoryFlag) || !Places(module).run())
    return llvm::PreservedAnalyses::all();
  return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
