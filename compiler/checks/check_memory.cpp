// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-memory: for builds with kCheckMemoryFlag. An access outside of the object that its pointer
// came from is reported and does not take place: a load gives zero.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/checks/accesses.h"
#include "compiler/checks/pointer_places.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/check_reports.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace lanewise {

/// Requires: kernels with all functions that are not out of line, and the small ones of the device
/// library; pass-pointer-places. Ensures: no access of a module with kCheckMemoryFlag is outside of
/// its object. Why here: private variables that can be values are values, and checks become lanes
/// as other code does.
MODULE_PASS(CheckMemoryPass);

namespace {

struct Check {
  Access access;
  PointerPlace place;
  std::string object;
  bool isOwnMemory;
};

/// Whether every value of the offset, whatever it is computed from, is inside.
bool isProven(const Check& check, llvm::ScalarEvolution& evolution) {
  const auto* bytes =
      llvm::dyn_cast<llvm::ConstantInt>(check.access.isWrite ? check.place[PlacePart::WriteBytes]
                                                             : check.place[PlacePart::ReadBytes]);
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(check.access.bytes);
  if (!bytes || !size || size->getValue().ugt(bytes->getValue())) return false;
  const llvm::APInt most =
      evolution.getUnsignedRangeMax(evolution.getSCEV(check.place[PlacePart::Offset]));
  return most.ule(bytes->getValue() - size->getValue());
}

/// Whether an access of `size` bytes at `offset` leaves `bytes` bytes.
llvm::Value* leaves(llvm::IRBuilderBase& builder, llvm::Value* offset, llvm::Value* size,
                    llvm::Value* bytes) {
  // The first offset that is too large. An offset before the object is far above it.
  llvm::Value* end = builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, bytes,
                                                   builder.CreateSub(size, builder.getInt64(1)));
  return builder.CreateICmpUGE(offset, end);
}

void instrument(const Check& check) {
  const Access& access = check.access;
  llvm::IRBuilder<> builder(access.instruction);
  llvm::Value* isBad = leaves(
      builder, check.place[PlacePart::Offset], access.bytes,
      access.isWrite ? check.place[PlacePart::WriteBytes] : check.place[PlacePart::ReadBytes]);
  if (!llvm::isa<llvm::ConstantInt>(access.bytes))
    isBad = builder.CreateAnd(isBad, builder.CreateICmpNE(access.bytes, builder.getInt64(0)));
  const std::string site =
      siteText("memory", access.description(), check.object, *access.instruction);
  guard(*access.instruction, isBad, [&](llvm::IRBuilderBase& inside) {
    llvm::Value* address = check.isOwnMemory
                               ? llvm::ConstantPointerNull::get(inside.getPtrTy())
                               : inside.CreateAddrSpaceCast(access.pointer(), inside.getPtrTy());
    emitReport(inside, site, check.place[PlacePart::Offset], address);
  });
}

bool checkMemory(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::SmallVector<Check> checks;
  PointerPlaces places(function, /*withShadows=*/false);
  for (const Access& access : accessesOf(function)) {
    const PointerPlace place = places.of(access.pointer());
    if (place.isChecked)
      checks.push_back({access, place, places.objectName(access.pointer()),
                        places.isOwnMemory(access.pointer())});
  }
  analyses.invalidate(function, llvm::PreservedAnalyses::none());
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  llvm::erase_if(checks, [&](const Check& check) { return isProven(check, evolution); });
  for (const Check& check : checks) instrument(check);
  return !checks.empty();
}

}  // namespace

llvm::PreservedAnalyses CheckMemoryPass::run(llvm::Module& module,
                                             llvm::ModuleAnalysisManager& analyses) {
  if (!module.getModuleFlag(kCheckMemoryFlag)) return llvm::PreservedAnalyses::all();
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function* function : functionsOfProgram(module))
    changed |= checkMemory(*function, functions);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
