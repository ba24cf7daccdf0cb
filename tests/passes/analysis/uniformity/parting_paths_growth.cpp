// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Twice as many exits of a loop, all of them divergent, must not be more than twice the blocks that
// PartingPaths visits for them.
#include "compiler/analysis/parting_paths.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdlib>
#include <string>

namespace lanewise {
namespace {

std::string loopWithExits(unsigned count) {
  std::string text = "define void @kernel(i1 %c) {\nentry:\n  br label %test0\n";
  for (unsigned i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    text += "test" + number + ":\n  br i1 %c, label %exit" + number + ", label %test" +
            std::to_string(i + 1) + "\n";
    text += "exit" + number + ":\n  br label %end\n";
  }
  return text + "test" + std::to_string(count) + ":\n  br label %test0\nend:\n  ret void\n}\n";
}

size_t visitsOf(unsigned exits) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(loopWithExits(exits), problem, context);
  if (!module) std::exit(2);
  llvm::Function& function = *module->getFunction("kernel");
  PartingPaths paths(function);
  const PartingPaths::Number end = paths.numberOf(function.back());
  size_t visits = 0;
  for (const llvm::BasicBlock& block : function) {
    if (block.getTerminator()->getNumSuccessors() < 2) continue;
    paths.follow(paths.numberOf(block), end);
    if (paths.joins() != llvm::ArrayRef(end)) {
      llvm::errs() << "parting-paths-growth: the paths of a branch meet at the end only\n";
      std::exit(1);
    }
    visits += paths.visited();
  }
  return visits;
}

int run() {
  const size_t once = visitsOf(500), twice = visitsOf(1000);
  llvm::outs() << once << " visits for 500 exits, " << twice << " for 1000\n";
  return 10 * twice > 22 * once ? 1 : 0;
}

}  // namespace
}  // namespace lanewise

int main() { return lanewise::run(); }
