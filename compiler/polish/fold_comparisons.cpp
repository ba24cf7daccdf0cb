// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fold-comparisons: functions of the device library test their arguments for zeros, subnormal
// numbers, infinities, or ranges of results. For a random number, a color or what was limited
// before, many of these tests have one result.
#include "compiler/contract/pass.h"

#include "compiler/analysis/float_range.h"
#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>

namespace lanewise {

/// Ensures: no comparison of floating-point numbers is left whose result follows from the ranges of
/// its operands (compiler/analysis/float_range.h). Why here: the tests of small library functions
/// are inlined.
FUNCTION_PASS(FoldComparisonsPass);

namespace {

using llvm::FCmpInst;

// The relations that two numbers of the ranges can have, as bits of a predicate.
unsigned relations(const FloatRange& a, const FloatRange& b) {
  unsigned possible = 0;
  if (a.low < b.high) possible |= FCmpInst::FCMP_OLT;
  if (a.high > b.low) possible |= FCmpInst::FCMP_OGT;
  if (a.low <= b.high && b.low <= a.high) possible |= FCmpInst::FCMP_OEQ;
  if (a.mayBeNan || b.mayBeNan) possible |= FCmpInst::FCMP_UNO;
  return possible;
}

llvm::Constant* known(const FCmpInst& test) {
  const llvm::DataLayout& layout = test.getModule()->getDataLayout();
  const unsigned possible = relations(floatRangeOf(*test.getOperand(0), layout),
                                      floatRangeOf(*test.getOperand(1), layout));
  const auto asked = static_cast<unsigned>(test.getPredicate());
  if ((possible & asked) == 0) return llvm::ConstantInt::getFalse(test.getType());
  if ((possible & ~asked) == 0) return llvm::ConstantInt::getTrue(test.getType());
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses FoldComparisonsPass::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<std::pair<llvm::WeakTrackingVH, llvm::Constant*>> results;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* test = llvm::dyn_cast<FCmpInst>(&instruction))
      if (llvm::Constant* result = known(*test)) results.emplace_back(&instruction, result);
  for (auto& [handle, result] : results)
    if (auto* test = llvm::dyn_cast_or_null<FCmpInst>(handle))
      llvm::replaceAndRecursivelySimplify(test, result);
  return results.empty() ? llvm::PreservedAnalyses::all() : preservesControlFlow();
}

}  // namespace lanewise
