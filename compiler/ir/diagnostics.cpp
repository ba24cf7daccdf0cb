// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The diagnostic handler of a compilation, and the search for the kernels that a refusal concerns.
#include "compiler/ir/diagnostics.h"

#include "compiler/ir/kernel_attributes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise {
namespace {

class LogHandler final : public llvm::DiagnosticHandler {
 public:
  explicit LogHandler(DiagnosticLog& log) : log_(log) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() == llvm::DS_Remark || info.getSeverity() == llvm::DS_Note) return true;
    std::string sentence;
    llvm::raw_string_ostream stream(sentence);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    if (info.getSeverity() == llvm::DS_Error) {
      const bool unsupported = llvm::StringRef(sentence).starts_with("unsupported:");
      (unsupported ? log_.refused : log_.failed) = true;
    }
    sentence += '\n';
    if (log_.text.find(sentence) == std::string::npos) log_.text += sentence;
    return true;
  }

 private:
  DiagnosticLog& log_;
};

std::string kernelsReaching(const llvm::Function& where) {
  llvm::SetVector<const llvm::Function*> reached;
  reached.insert(&where);
  std::string names;
  for (size_t i = 0; i < reached.size(); ++i) {
    const llvm::Function* function = reached[i];
    if (isKernel(*function)) {
      if (!names.empty()) names += ", ";
      names += "'" + function->getName().str() + "'";
    }
    for (const llvm::User* user : function->users())
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        reached.insert(call->getFunction());
  }
  return names;
}

std::string placeOf(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc();
  if (!location || !location->getLine()) return "";
  return " (" + location->getFilename().str() + ":" + std::to_string(location->getLine()) + ":" +
         std::to_string(location->getColumn()) + ")";
}

void refuse(const llvm::Function& where, const llvm::Twine& what, const std::string& place) {
  const std::string kernels = kernelsReaching(where);
  const std::string used =
      kernels.empty() ? "function '" + where.getName().str() + "'" : "kernel " + kernels;
  where.getContext().emitError("unsupported: " + what + ", used in " + used + place);
}

}  // namespace

void collectDiagnostics(llvm::LLVMContext& context, DiagnosticLog& log) {
  context.setDiagnosticHandler(std::make_unique<LogHandler>(log), /*RespectFilters=*/false);
}

void refuse(const llvm::Function& where, const llvm::Twine& what) { refuse(where, what, ""); }

void refuse(const llvm::Instruction& where, const llvm::Twine& what) {
  refuse(*where.getFunction(), what, placeOf(where));
}

}  // namespace lanewise
