// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callbacks of LLVM's pass instrumentation: a snapshot of the module before each pass of ours,
// which is compared with the module after it. pipeline.cpp registers them for --verify-each of
// lanewise-cc.
#include "compiler/driver/pass_checks.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/pass_units.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise {
namespace {

// All our passes run on modules, and their names begin with our namespace.
const llvm::Module* moduleOfOurPass(llvm::StringRef pass, const llvm::Any& ir) {
  return pass.starts_with("lanewise::") ? unitIn<llvm::Module>(ir) : nullptr;
}

void report(const llvm::Module& module, llvm::StringRef pass, const llvm::Twine& what) {
  reportInternalError(module, "pass " + pass + " " + what);
}

}  // namespace

PassChecks::Snapshot::Snapshot(const llvm::Module& module) {
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function) {
      edges.push_back(&block);
      llvm::append_range(edges, llvm::successors(&block));
      edges.push_back(nullptr);
    }
}

void PassChecks::registerCallbacks(llvm::PassInstrumentationCallbacks& callbacks) {
  callbacks.registerBeforeNonSkippedPassCallback([this](llvm::StringRef pass, const llvm::Any& ir) {
    if (const llvm::Module* module = moduleOfOurPass(pass, ir)) before_.emplace_back(*module);
  });
  callbacks.registerAfterPassCallback(
      [this](llvm::StringRef pass, const llvm::Any& ir, const llvm::PreservedAnalyses& preserved) {
        const llvm::Module* module = moduleOfOurPass(pass, ir);
        if (!module) return;
        const Snapshot before = before_.pop_back_val(), after(*module);
        std::string problem;
        llvm::raw_string_ostream stream(problem);
        if (llvm::verifyModule(*module, &stream))
          report(*module, pass, "made an invalid module: " + problem);
        if (preserved.areAllPreserved() && before.text != after.text)
          report(*module, pass, "changed the module and claims to preserve all analyses");
        if (preserved.allAnalysesInSetPreserved<llvm::CFGAnalyses>() && before.edges != after.edges)
          report(*module, pass, "changed control flow and claims to preserve it");
      });
}

}  // namespace lanewise
