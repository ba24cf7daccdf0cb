// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line for each value or block, in the order of the code. Only kernels are printed.
#include "compiler/lanes/known/print_facts.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/lanes/known/forced_lanes.h"
#include "compiler/lanes/known/lane_facts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace lanewise {
namespace {

constexpr unsigned kUsualLanes = 8;

std::string textOf(const Step& step) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  switch (step.kind) {
    case Step::Unknown: return "unknown";
    case Step::Uniform: return "uniform";
    case Step::Varying:
      stream << "varying";
      if (step.lowStride) stream << ", low bits strided by " << *step.lowStride;
      return text;
    case Step::Strided: break;
  }
  stream << "strided by " << step.stride << (step.isId ? ", id" : "")
         << (step.isAligned ? ", aligned" : "");
  if (step.noWrap == kNeverWraps)
    stream << ", wraps never";
  else if (step.noWrap == kMayWrap)
    stream << ", may wrap";
  else
    stream << ", wraps not as " << (step.noWrap.asSigned ? "a signed" : "an unsigned") << " number";
  return text;
}

class FactsPrinter {
 public:
  FactsPrinter(llvm::Function& kernel, const LaneFacts& facts, llvm::raw_ostream& stream)
      : kernel_(kernel), facts_(facts), stream_(stream) {}

  void printUniformity() {
    for (const llvm::Instruction& value : llvm::instructions(kernel_))
      if (!value.getType()->isVoidTy())
        begin(value) << (facts_.paths.uniformity.isUniform(value) ? "uniform\n" : "divergent\n");
  }

  void printMasks() {
    for (const llvm::BasicBlock& block : kernel_) {
      begin(block) << "mask of ";
      facts_.paths.masks.maskOf(block).printAsOperand(stream_, false);
      if (facts_.paths.masks.separatesLanes(block)) stream_ << ", separates lanes";
      if (facts_.paths.masks.blends(block)) stream_ << ", blends";
      const llvm::Loop* loop = facts_.loops.getLoopFor(&block);
      if (loop && loop->getHeader() == &block && facts_.paths.masks.isDivergent(*loop))
        stream_ << ", begins a divergent loop";
      stream_ << "\n";
    }
  }

  void printShapes() {
    for (const llvm::Instruction& value : llvm::instructions(kernel_))
      if (!value.getType()->isVoidTy()) begin(value) << textOf(facts_.shapes.of(value)) << "\n";
  }

  void printAssumedStrides() {
    for (const llvm::Instruction& value : llvm::instructions(kernel_)) {
      const AssumedStride* assumed = facts_.assumed.of(value);
      if (!assumed) continue;
      begin(value) << "strided by " << assumed->stride << " if";
      const char* before = " ";
      for (const llvm::Instruction* assumption : assumed->assumptions) {
        stream_ << before;
        before = " and ";
        assumption->printAsOperand(stream_, false);
        stream_ << (AssumedStrides::isPart(*assumption) ? " continues" : " does not wrap");
      }
      stream_ << "\n";
    }
  }

  void printLanePatterns() {
    for (const llvm::Instruction& value : llvm::instructions(kernel_)) {
      const LanePattern* pattern = facts_.patterns().of(value);
      if (!pattern) continue;
      begin(value) << "base and";
      for (const int64_t step : pattern->steps) stream_ << " " << step;
      if (pattern->zeroBits != 0) stream_ << ", zero bits " << pattern->zeroBits;
      if (pattern->bounds)
        stream_ << ", from " << pattern->bounds->low << " to " << pattern->bounds->high;
      stream_ << "\n";
    }
  }

 private:
  llvm::raw_ostream& begin(const llvm::Value& value) {
    stream_ << "  ";
    value.printAsOperand(stream_, false);
    return stream_ << ": ";
  }

  const llvm::Function& kernel_;
  const LaneFacts& facts_;
  llvm::raw_ostream& stream_;
};

using Print = void (FactsPrinter::*)();

struct PrinterName {
  llvm::StringLiteral title;
  Print print;
};
constexpr PrinterName kPrinters[] = {{"uniformity", &FactsPrinter::printUniformity},
                                     {"masks", &FactsPrinter::printMasks},
                                     {"shapes", &FactsPrinter::printShapes},
                                     {"assumed-strides", &FactsPrinter::printAssumedStrides},
                                     {"lane-patterns", &FactsPrinter::printLanePatterns}};

class PrintFactsPass : public llvm::PassInfoMixin<PrintFactsPass> {
 public:
  explicit PrintFactsPass(const PrinterName& printer) : printer_(printer) {}

  llvm::PreservedAnalyses run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
    if (!kernel.hasFnAttribute(kKernelAttribute)) return llvm::PreservedAnalyses::all();
    const LaneFacts& facts =
        analyses.getResult<LaneFactsAnalysis>(kernel).of(printedLength(kernel));
    llvm::errs() << printer_.title << " of '" << kernel.getName() << "', " << facts.lanes
                 << " lanes\n";
    FactsPrinter printer(kernel, facts, llvm::errs());
    (printer.*printer_.print)();
    return llvm::PreservedAnalyses::all();
  }

 private:
  const PrinterName& printer_;
};

}  // namespace

VectorLength printedLength(const llvm::Function& kernel) {
  const unsigned forced = forcedLanes(*kernel.getParent());
  return {.lanes = forced ? forced : kUsualLanes, .isPrescribed = forced != 0};
}

bool addFactsPrinter(llvm::StringRef name, llvm::FunctionPassManager& manager) {
  if (!name.consume_front("print<") || !name.consume_back(">")) return false;
  for (const PrinterName& printer : kPrinters)
    if (name == printer.title) {
      manager.addPass(PrintFactsPass(printer));
      return true;
    }
  return false;
}

}  // namespace lanewise
