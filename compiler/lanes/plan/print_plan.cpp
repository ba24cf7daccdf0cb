// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line for each load, store and call of a function out of line, in the order of the code.
#include "compiler/lanes/plan/print_plan.h"

#include "compiler/analysis/lane_parameters.h"
#include "compiler/contract/called_functions.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/lanes/known/print_facts.h"
#include "compiler/lanes/plan/plan.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise {
namespace {

llvm::StringRef nameOf(AccessKind kind) {
  switch (kind) {
    case AccessKind::LaneByLane: return "lane by lane";
    case AccessKind::Shared: return "shared";
    case AccessKind::Interleaved: return "interleaved";
    case AccessKind::OneAddress: return "one address";
    case AccessKind::Run: return "run";
    case AccessKind::Pieces: return "pieces";
    case AccessKind::Gather: return "gather";
  }
  llvm_unreachable("every kind has its name");
}

void print(const AccessForm& form, llvm::raw_ostream& stream) {
  stream << nameOf(form.kind);
  if (form.run.count > 1) stream << " of " << form.run.count << " leaves";
  if (form.kind == AccessKind::Run && form.distance.slots != 1)
    stream << ", " << form.distance.slots << " apart";
  if (form.pieces) stream << ", " << form.pieces->begins.size();
  if (form.kind == AccessKind::Gather && form.isByComponent) stream << ", component by component";
  if (form.assumed) stream << ", tests " << form.assumed->assumptions.size();
}

class PrintPlanPass : public llvm::PassInfoMixin<PrintPlanPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    if (!kernel.hasFnAttribute(kKernelAttribute)) return llvm::PreservedAnalyses::all();
    const LaneFacts& facts =
        analyses.getResult<LaneFactsAnalysis>(kernel).of(printedLength(kernel));
    const Plan plan(kernel, facts, analyses.getResult<llvm::TargetIRAnalysis>(kernel));
    plan.print(llvm::errs());
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

bool addPlanPrinter(llvm::StringRef name, llvm::FunctionPassManager& manager) {
  if (name != "print<plan>") return false;
  manager.addPass(PrintPlanPass());
  return true;
}

namespace {

// Which form is taken is decided by the estimate, when the kernel is widened.
void printCall(const llvm::CallInst& call, const Shapes& shapes, llvm::raw_ostream& stream) {
  stream << "  call " << call.getCalledFunction()->getName() << ": ";
  if (!call.getType()->isVoidTy() && shapes.isUniform(call)) {
    stream << "once\n";
    return;
  }
  stream << "lane by lane, or together with parameters";
  llvm::StringRef before = " ";
  for (const llvm::Value* argument : call.args()) {
    const Step step = stepForParameter(shapes.of(*argument));
    stream << before;
    if (step.kind == Step::Strided)
      stream << "strided by " << step.stride;
    else
      stream << (step.kind == Step::Uniform ? "uniform" : "varying");
    before = ", ";
  }
  stream << "\n";
}

}  // namespace

void Plan::print(llvm::raw_ostream& stream) const {
  stream << "plan of '" << kernel_.getName() << "', " << facts_.lanes << " lanes\n";
  for (const llvm::Instruction& instruction : llvm::instructions(kernel_)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getCalledFunction() && isOutOfLine(*call->getCalledFunction()))
      printCall(*call, facts_.shapes, stream);
    const AccessPlan* access = find(instruction);
    if (!access) continue;
    stream << "  " << instruction.getOpcodeName() << " ";
    (llvm::isa<llvm::StoreInst>(instruction) ? *llvm::getLoadStorePointerOperand(&instruction)
                                             : instruction)
        .printAsOperand(stream, false);
    llvm::StringRef before = ": ";
    for (const AccessForm& form : access->forms) {
      stream << before;
      lanewise::print(form, stream);
      before = "; ";
    }
    stream << "\n";
  }
}

}  // namespace lanewise
