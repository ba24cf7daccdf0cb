// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks Uniformity about random functions and compares what it says with pairs of work-items.
//
//   uniformity-fuzz FIRST COUNT        seeds FIRST to FIRST + COUNT - 1
//   uniformity-fuzz --dump SEED        prints the function, too
#include "compiler/analysis/uniformity.h"

#include "compiler/contract/kernel_calls.h"
#include "tests/passes/analysis/uniformity/interpreter.h"
#include "tests/passes/analysis/uniformity/random_function.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace lanewise::fuzz {
namespace {

constexpr unsigned kSteps = 120;
constexpr uint32_t kItems = 8;

std::string textOf(const llvm::Value& value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

// What two work-items did at the same moment against what the analysis says. Empty if all is right.
std::string compare(const Uniformity& uniformity, const Visit& a, const Visit& b,
                    const llvm::BasicBlock& block) {
  for (const auto& [instruction, value] : a.results)
    if (value != b.results.at(instruction) && uniformity.isUniform(*instruction))
      return "is not uniform:" + textOf(*instruction);
  for (const auto& [use, value] : a.operands)
    if (const auto other = b.operands.find(use);
        other != b.operands.end() && value != other->second && !uniformity.isDivergentUse(*use))
      return "operand " + std::to_string(use->getOperandNo()) +
             " is not uniform:" + textOf(*use->getUser());
  if (a.next && b.next && a.next != b.next && !uniformity.hasDivergentBranch(block))
    return "branch is not uniform:" + textOf(*block.getTerminator());
  return "";
}

struct Counts {
  uint64_t failed = 0;
  uint64_t uniform = 0, divergent = 0;  // values that are not sources themselves
};

void count(llvm::Function& function, const Uniformity& uniformity, Counts& counts) {
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (!instruction.getType()->isVoidTy() && !kernelCallOf(instruction))
      ++(uniformity.isUniform(instruction) ? counts.uniform : counts.divergent);
}

void check(uint64_t seed, bool dump, Counts& counts) {
  llvm::LLVMContext context;
  const auto module = makeRandomFunction(seed, context);
  llvm::Function& function = *module->getFunction("kernel");
  if (dump) function.print(llvm::outs());
  if (llvm::verifyFunction(function, &llvm::errs())) std::exit(2);
  const Uniformity uniformity(function);
  count(function, uniformity, counts);
  llvm::CycleInfo cycles;
  cycles.compute(function);
  for (uint32_t argument = 0; argument < 4; ++argument) {
    std::vector<std::map<Moment, Visit>> items;
    for (uint32_t id = 0; id < kItems; ++id) {
      const Item item{id, {argument & 1, 2 + argument}, argument >> 1};
      items.push_back(interpret(function, cycles, item, kSteps));
    }
    for (uint32_t a = 0; a < kItems; ++a)
      for (uint32_t b = 0; b < a; ++b)
        for (const auto& [moment, visit] : items[a])
          if (const auto other = items[b].find(moment); other != items[b].end())
            if (const std::string wrong = compare(uniformity, visit, other->second, *moment.block);
                !wrong.empty()) {
              llvm::errs() << "uniformity-fuzz: seed " << seed << ": " << wrong << '\n';
              ++counts.failed;
              return;
            }
  }
}

int run(int count, char** values) {
  if (count != 3) {
    llvm::errs() << "usage: uniformity-fuzz FIRST COUNT | --dump SEED\n";
    return 2;
  }
  Counts counts;
  const bool dump = std::string(values[1]) == "--dump";
  const uint64_t first = std::stoull(values[dump ? 2 : 1]);
  const uint64_t seeds = dump ? 1 : std::stoull(values[2]);
  for (uint64_t seed = first; seed < first + seeds; ++seed) check(seed, dump, counts);
  llvm::outs() << seeds << " functions, " << counts.failed << " failed; " << counts.uniform
               << " values uniform, " << counts.divergent << " divergent\n";
  return counts.failed ? 1 : 0;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int count, char** values) { return lanewise::fuzz::run(count, values); }
