// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics of LLVM about inline assembly carry the number that restore-assembly gave it as
// !srcloc, from which the instruction is found, and so its place and kernel.
#include "compiler/codegen/assembly_errors.h"

#include "compiler/diagnostics/diagnostics.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise {
namespace {

constexpr uint64_t kFirst = 1;  // number of restore-assembly

const llvm::Instruction* assemblyWithNumber(const llvm::Module& module, uint64_t number) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (const llvm::MDNode* node = instruction.getMetadata("srcloc"))
        if (llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->equalsInt(number))
          return &instruction;
  return nullptr;
}

}  // namespace

const llvm::Instruction* firstAssembly(const llvm::Module& module) {
  return assemblyWithNumber(module, kFirst);
}

class AssemblyErrors::Handler final : public llvm::DiagnosticHandler {
 public:
  Handler(llvm::SmallVector<Error>& errors, llvm::DiagnosticHandler& others)
      : errors_(errors), others_(others) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return others_.handleDiagnostics(info);
    if (const auto* assembler = llvm::dyn_cast<llvm::DiagnosticInfoSrcMgr>(&info)) {
      const llvm::SMDiagnostic& found = assembler->getSMDiag();
      if (assembler->isInlineAsmDiag())
        errors_.push_back(
            {assembler->getLocCookie(),
             ("'" + found.getLineContents().trim() + "': " + found.getMessage()).str()});
      else  // found at the end of the module, such as a label without a place
        errors_.push_back({kFirst, found.getMessage().str()});
      return true;
    }
    if (const auto* operands = llvm::dyn_cast<llvm::DiagnosticInfoInlineAsm>(&info)) {
      errors_.push_back({operands->getLocCookie(), operands->getMsgStr().str()});
      return true;
    }
    others_.HasErrors = true;
    return others_.handleDiagnostics(info);
  }

 private:
  llvm::SmallVector<Error>& errors_;
  llvm::DiagnosticHandler& others_;
};

AssemblyErrors::AssemblyErrors(llvm::Module& module)
    : module_(module), before_(module.getContext().getDiagnosticHandler()) {
  module.getContext().setDiagnosticHandler(std::make_unique<Handler>(errors_, *before_),
                                           /*RespectFilters=*/false);
}

AssemblyErrors::~AssemblyErrors() {
  module_.getContext().setDiagnosticHandler(std::move(before_), /*RespectFilters=*/false);
  for (const Error& error : errors_) {
    const std::string text = "inline assembly: " + error.text;
    if (const llvm::Instruction* assembly = assemblyWithNumber(module_, error.number))
      reportInvalidInput(*assembly, text);
    else
      reportInternalError(module_, text);
  }
}

}  // namespace lanewise
