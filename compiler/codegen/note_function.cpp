// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code generator runs all its passes on one function before the next, so one pass is enough.
#include "compiler/codegen/note_function.h"

#include "compiler/diagnostics/activity.h"

#include <llvm/IR/Function.h>
#include <llvm/Pass.h>

namespace lanewise {
namespace {

class NoteFunction : public llvm::FunctionPass {
 public:
  static char ID;
  NoteFunction() : llvm::FunctionPass(ID) {}

  llvm::StringRef getPassName() const override { return "Note the function"; }
  void getAnalysisUsage(llvm::AnalysisUsage& usage) const override { usage.setPreservesAll(); }
  bool runOnFunction(llvm::Function& function) override {
    noteFunction(function.getName());
    return false;
  }
};

char NoteFunction::ID = 0;

}  // namespace

llvm::FunctionPass* createNoteFunctionPass() { return new NoteFunction; }

}  // namespace lanewise
