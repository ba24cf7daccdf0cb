// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that claim to preserve more than they do are found.
#include "compiler/driver/pass_checks.h"

#include "compiler/diagnostics/diagnostics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include <functional>
#include <string>

#include <gtest/gtest.h>

namespace lanewise {

// In our namespace as our passes are: PassChecks knows them by it.
struct FakePass : llvm::PassInfoMixin<FakePass> {
  using Change = std::function<void(llvm::Function&)>;
  FakePass(Change theChange, llvm::PreservedAnalyses theClaim)
      : change(std::move(theChange)), claim(std::move(theClaim)) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    change(*module.getFunction("f"));
    return claim;
  }
  Change change;
  llvm::PreservedAnalyses claim;
};

namespace {

void nothing(llvm::Function&) {}
void addInstruction(llvm::Function& function) {
  llvm::IRBuilder<> builder(function.getEntryBlock().getTerminator());
  builder.CreateAlloca(builder.getInt32Ty());
}
void addBlock(llvm::Function& function) {
  function.getEntryBlock().splitBasicBlock(function.getEntryBlock().getTerminator());
}
void breakModule(llvm::Function& function) {
  function.getEntryBlock().getTerminator()->eraseFromParent();
}

llvm::PreservedAnalyses controlFlow() {
  llvm::PreservedAnalyses claim;
  claim.preserveSet<llvm::CFGAnalyses>();
  return claim;
}

// The error that the checks report for such a pass.
std::string check(const FakePass::Change& change, const llvm::PreservedAnalyses& claim) {
  DiagnosticList diagnostics;
  llvm::LLVMContext context;
  collectDiagnostics(context, diagnostics);
  llvm::Module module("", context);
  llvm::IRBuilder<> builder(context);
  auto* function = llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                                          llvm::Function::ExternalLinkage, "f", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", function));
  builder.CreateRetVoid();

  PassChecks checks;
  llvm::PassInstrumentationCallbacks callbacks;
  checks.registerCallbacks(callbacks);
  llvm::PassBuilder passes(nullptr, {}, {}, &callbacks);
  llvm::ModuleAnalysisManager analyses;
  passes.registerModuleAnalyses(analyses);
  llvm::ModulePassManager manager;
  manager.addPass(FakePass(change, claim));
  manager.run(module, analyses);
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += diagnostic.text;
  return text;
}

using llvm::PreservedAnalyses;

TEST(PassChecks, TrueClaimsAreAccepted) {
  EXPECT_EQ(check(nothing, PreservedAnalyses::all()), "");
  EXPECT_EQ(check(addInstruction, controlFlow()), "");
  EXPECT_EQ(check(addBlock, PreservedAnalyses::none()), "");
}

TEST(PassChecks, AChangedModuleIsNotPreserved) {
  EXPECT_EQ(check(addInstruction, PreservedAnalyses::all()),
            "pass lanewise::FakePass changed the module and claims to "
            "preserve all analyses");
}

TEST(PassChecks, ANewBlockIsNotPreservedControlFlow) {
  EXPECT_EQ(check(addBlock, controlFlow()),
            "pass lanewise::FakePass changed control flow and claims to "
            "preserve it");
}

TEST(PassChecks, AnInvalidModuleIsFound) {
  EXPECT_NE(check(breakModule, PreservedAnalyses::none()).find("made an invalid module"),
            std::string::npos);
}

}  // namespace
}  // namespace lanewise
