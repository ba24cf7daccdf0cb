// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texts of the notes, and the tests whether a build wants them. The files that write the
// widened kernel report each access, call and loop where they write it. For kernels that stay
// scalar, widen_kernels.cpp calls explainScalar(), which looks for the same in scalar code.
#include "compiler/lanes/plan/explain.h"

#include "compiler/contract/assembly_calls.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/host_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/module_flags.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lanes/known/elementwise_operations.h"
#include "compiler/lanes/known/library_function.h"
#include "compiler/lanes/plan/plan.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

bool wantsNotes(const llvm::Function& kernel) {
  return kernel.getParent()->getModuleFlag(kExplainFlag) != nullptr;
}

bool isPlace(const llvm::DebugLoc& place) { return place && place.getLine() != 0; }

// What a pass has moved out of a loop has lost its place. That of the first user which has one is
// near.
llvm::DebugLoc placeOf(const llvm::Instruction& instruction) {
  constexpr size_t kMostSearched = 16;
  llvm::SmallSetVector<const llvm::Instruction*, kMostSearched> searched;
  searched.insert(&instruction);
  for (size_t i = 0; i < searched.size() && i < kMostSearched; ++i) {
    if (isPlace(searched[i]->getDebugLoc())) return searched[i]->getDebugLoc();
    for (const llvm::User* user : searched[i]->users())
      searched.insert(llvm::cast<llvm::Instruction>(user));
  }
  return {};
}

void explain(const llvm::Instruction& instruction, const llvm::Twine& text) {
  if (wantsNotes(*instruction.getFunction())) noteAt(instruction, placeOf(instruction), text);
}

// As the source names it, where it does.
std::string calleeOf(const llvm::CallInst& call) {
  if (llvm::isa<llvm::MemIntrinsic>(call)) return "a copy or fill of memory";
  if (const llvm::Attribute host = call.getFnAttr(kHostCallAttribute); host.isValid())
    return ("a call of '" + host.getValueAsString() + "'").str();
  if (const llvm::StringRef name = libraryName(call); !name.empty())
    return ("a call of '" + name + "'").str();
  const llvm::Function* callee = call.getCalledFunction();
  if (callee && callee->hasFnAttribute(kAssemblyText)) return "inline assembly";
  llvm::StringRef name = callee ? callee->getName() : "a function pointer";
  name.consume_front(kFunctionPrefix);
  return "a call of '" + llvm::demangle(name) + "'";
}

// lanes/function_copies.h makes copies of functions out of line.
bool mayHaveCopies(const llvm::CallInst& call) {
  return call.getCalledFunction() && isOutOfLine(*call.getCalledFunction());
}

unsigned inlinedCalls(const llvm::DILocation& place) {
  const llvm::DILocation* call = place.getInlinedAt();
  return call ? 1 + inlinedCalls(*call) : 0;
}

// The first place of a loop, outside of the functions that it calls and of other files. LLVM has
// the start of some loops only, and names the first branch of the body for others.
llvm::DebugLoc startOf(const llvm::Loop& loop) {
  llvm::DebugLoc first;
  const auto isEarlier = [&](const llvm::DebugLoc& place) {
    if (!isPlace(place) || !first) return isPlace(place);
    const unsigned calls = inlinedCalls(*place), callsOfFirst = inlinedCalls(*first);
    if (calls != callsOfFirst) return calls < callsOfFirst;
    return place->getFile() == first->getFile() && place.getLine() < first.getLine();
  };
  if (isEarlier(loop.getStartLoc())) first = loop.getStartLoc();
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block)
      if (isEarlier(instruction.getDebugLoc())) first = instruction.getDebugLoc();
  return first;
}

}  // namespace

void explainWidth(const llvm::Function& kernel, const llvm::Twine& text) {
  if (wantsNotes(kernel))
    note(kernel, text);
  else
    remark(kernel, text);
}

void explainForms(const llvm::Function& kernel, Forms forms) {
  constexpr llvm::StringLiteral kTexts[] = {
      "vectors whose lanes are all active have code without masks",
      "all vectors have masks, which cost little",
      "all vectors have masks: code without them would be long",
      "first code, in which all vectors have masks: launches that take long get other code"};
  if (wantsNotes(kernel)) note(kernel, kTexts[static_cast<size_t>(forms)]);
}

void explainGather(const llvm::Instruction& access, const AccessPlan& plan) {
  const llvm::StringRef what = llvm::isa<llvm::LoadInst>(access) ? "a gather" : "a scatter";
  if (plan.stride && !plan.assumed)
    explain(access, what + ": lanes are " + llvm::Twine(*plan.stride) + " bytes apart");
  else
    explain(access, what + ": the distance between lanes is not known to be constant");
}

void explainLaneByLane(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    explain(instruction,
            "one lane after another: " + calleeOf(*call) +
                (mayHaveCopies(*call) ? ", which has no copy for vectors that costs less"
                                      : ", which has no form for vectors"));
  else if (instruction.isAtomic())
    explain(instruction, "one lane after another: an atomic operation");
  else if (instruction.isVolatile())
    explain(instruction, "one lane after another: a volatile access");
  else
    explain(instruction, llvm::Twine("one lane after another: ") + instruction.getOpcodeName() +
                             " has no form for vectors");
}

void explainFunctionOfLanes(const llvm::CallInst& call) {
  explain(call, "all lanes together: " + calleeOf(call) + ", which has a copy for vectors");
}

void explainDivision(const llvm::Instruction& division) {
  explain(division, "a division of 64-bit integers, which vectors have no instruction for");
}

void explainScalar(const llvm::Function& kernel, const Plan& plan) {
  if (!wantsNotes(kernel)) return;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (const AccessPlan* access = plan.find(instruction)) {
      if (access->kind() == AccessKind::LaneByLane) explainLaneByLane(instruction);
      if (access->hasGather()) explainGather(instruction, *access);
    } else if (instruction.isAtomic() ||
               (call && !kernelCallOf(*call) && !llvm::isa<llvm::IntrinsicInst>(call) &&
                call->mayHaveSideEffects())) {
      explainLaneByLane(instruction);
    } else if (instruction.isIntDivRem() && !plan.facts().shapes.of(instruction).isKnown() &&
               !llvm::isa<llvm::Constant>(instruction.getOperand(1)) &&
               !isDividedInFloats(instruction)) {
      explainDivision(instruction);
    }
  }
}

void explainLoop(const llvm::Loop& loop) {
  const llvm::Instruction& end = *loop.getHeader()->getTerminator();
  if (!wantsNotes(*end.getFunction())) return;
  noteAt(end, startOf(loop), "a divergent loop: it runs until its last lane has left");
}

}  // namespace lanewise
