// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The diagnostic handler of a compilation, the conversion of LLVM's diagnostics, and the search for
// the kernels that a diagnostic concerns.
#include "compiler/diagnostics/diagnostics.h"

#include "compiler/contract/function_places.h"
#include "compiler/contract/kernel_attributes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise {
namespace {

/// Carries a Diagnostic through LLVMContext::diagnose().
class ReportedDiagnostic final : public llvm::DiagnosticInfo {
 public:
  explicit ReportedDiagnostic(const Diagnostic& diagnostic)
      : DiagnosticInfo(kindId(), severityOf(diagnostic.kind)), diagnostic_(diagnostic) {}

  static bool classof(const llvm::DiagnosticInfo* info) { return info->getKind() == kindId(); }
  const Diagnostic& diagnostic() const { return diagnostic_; }
  void print(llvm::DiagnosticPrinter& printer) const override { printer << render(diagnostic_); }

 private:
  static int kindId() {
    static const int id = llvm::getNextAvailablePluginDiagnosticKind();
    return id;
  }
  static llvm::DiagnosticSeverity severityOf(DiagnosticKind kind) {
    if (kind == DiagnosticKind::Remark) return llvm::DS_Remark;
    if (kind == DiagnosticKind::Note) return llvm::DS_Note;
    return isError(kind) ? llvm::DS_Error : llvm::DS_Warning;
  }

  const Diagnostic& diagnostic_;
};

DiagnosticKind kindOf(const llvm::DiagnosticInfo& info) {
  switch (info.getSeverity()) {
    case llvm::DS_Remark:
    case llvm::DS_Note: return DiagnosticKind::Remark;
    case llvm::DS_Warning: return DiagnosticKind::Warning;
    case llvm::DS_Error: break;
  }
  return info.getKind() == llvm::DK_Unsupported ? DiagnosticKind::Unsupported
                                                : DiagnosticKind::InternalError;
}

Diagnostic convert(const llvm::DiagnosticInfo& info) {
  if (const auto* reported = llvm::dyn_cast<ReportedDiagnostic>(&info))
    return reported->diagnostic();
  Diagnostic diagnostic{.kind = kindOf(info)};
  llvm::raw_string_ostream stream(diagnostic.text);
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info.print(printer);
  return diagnostic;
}

class Handler final : public llvm::DiagnosticHandler {
 public:
  explicit Handler(DiagnosticList& list) : list_(list) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    // LLVM's own remarks (sizes, missed optimizations) have no place in the user's program.
    const bool isOurs = llvm::isa<ReportedDiagnostic>(info);
    if (isOurs || info.getSeverity() == llvm::DS_Error || info.getSeverity() == llvm::DS_Warning)
      list_.add(convert(info));
    return true;
  }

 private:
  DiagnosticList& list_;
};

/// As the source calls it.
std::string nameOf(const llvm::Function& function) {
  if (const llvm::Attribute kernel = function.getFnAttribute(kEntryOfAttribute); kernel.isValid())
    return kernel.getValueAsString().str();
  const llvm::Attribute copied = function.getFnAttribute(kForLanesAttribute);
  llvm::StringRef name = copied.isValid() ? copied.getValueAsString() : function.getName();
  name.consume_front(kFunctionPrefix);
  return name.str();
}

std::vector<std::string> kernelsReaching(const llvm::Function& where) {
  llvm::SetVector<const llvm::Function*> reached;
  reached.insert(&where);
  std::vector<std::string> names;
  for (size_t i = 0; i < reached.size(); ++i) {
    const llvm::Function* function = reached[i];
    if (isKernel(*function) || function->hasFnAttribute(kEntryOfAttribute))
      names.push_back(nameOf(*function));
    for (const llvm::User* user : function->users())
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        reached.insert(call->getFunction());
  }
  return names;
}

SourcePlace placeOf(const llvm::DILocation* location) {
  if (!location || !location->getLine()) return {};
  return {location->getFilename().str(), location->getLine(), location->getColumn()};
}

SourcePlace placeOf(const llvm::Instruction& instruction) {
  return placeOf(instruction.getDebugLoc().get());
}

void report(DiagnosticKind kind, const llvm::Function& where, const llvm::Twine& text,
            SourcePlace place) {
  Diagnostic diagnostic{.kind = kind, .text = text.str(), .source = std::move(place)};
  diagnostic.function = nameOf(where);
  diagnostic.kernels = kernelsReaching(where);
  where.getContext().diagnose(ReportedDiagnostic(diagnostic));
}

void report(DiagnosticKind kind, const llvm::Module& module, const llvm::Twine& text) {
  const Diagnostic diagnostic{.kind = kind, .text = text.str()};
  module.getContext().diagnose(ReportedDiagnostic(diagnostic));
}

}  // namespace

char DiagnosticError::ID;

void DiagnosticError::log(llvm::raw_ostream& stream) const { stream << render(diagnostic_); }

std::error_code DiagnosticError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error makeError(Diagnostic diagnostic) {
  return llvm::make_error<DiagnosticError>(std::move(diagnostic));
}

llvm::Error makeError(DiagnosticKind kind, const llvm::Twine& text) {
  return makeError(Diagnostic{.kind = kind, .text = text.str()});
}

void DiagnosticList::add(Diagnostic diagnostic) {
  if (!rendered_.insert(render(diagnostic)).second) return;
  if (isError(diagnostic.kind)) ++errorCount_;
  all_.push_back(std::move(diagnostic));
}

void DiagnosticList::add(llvm::Error error) {
  llvm::handleAllErrors(
      std::move(error), [this](const DiagnosticError& ours) { add(ours.diagnostic()); },
      [this](const llvm::ErrorInfoBase& other) {
        add(Diagnostic{.kind = DiagnosticKind::InternalError, .text = other.message()});
      });
}

void collectDiagnostics(llvm::LLVMContext& context, DiagnosticList& list) {
  context.setDiagnosticHandler(std::make_unique<Handler>(list), /*RespectFilters=*/false);
}

HeldDiagnostics::HeldDiagnostics(llvm::LLVMContext& context)
    : context_(context), before_(context.getDiagnosticHandler()) {
  collectDiagnostics(context, held_);
}

HeldDiagnostics::~HeldDiagnostics() {
  context_.setDiagnosticHandler(std::move(before_), /*RespectFilters=*/false);
  if (isKept_)
    for (const Diagnostic& diagnostic : held_.all())
      context_.diagnose(ReportedDiagnostic(diagnostic));
}

void reportUnsupported(const llvm::Function& where, const llvm::Twine& what) {
  report(DiagnosticKind::Unsupported, where, what, placeOf(where));
}

void reportUnsupported(const llvm::Instruction& where, const llvm::Twine& what) {
  report(DiagnosticKind::Unsupported, *where.getFunction(), what, placeOf(where));
}

void reportUnsupported(const llvm::Module& module, const llvm::Twine& what) {
  report(DiagnosticKind::Unsupported, module, what);
}

void reportInvalidInput(const llvm::Instruction& where, const llvm::Twine& text) {
  report(DiagnosticKind::InvalidInput, *where.getFunction(), text, placeOf(where));
}

void reportInternalError(const llvm::Module& module, const llvm::Twine& text) {
  report(DiagnosticKind::InternalError, module, text);
}

void remark(const llvm::Function& where, const llvm::Twine& text) {
  report(DiagnosticKind::Remark, where, text, placeOf(where));
}

void remark(const llvm::Instruction& where, const llvm::Twine& text) {
  report(DiagnosticKind::Remark, *where.getFunction(), text, placeOf(where));
}

void note(const llvm::Function& where, const llvm::Twine& text) {
  report(DiagnosticKind::Note, where, text, placeOf(where));
}

void noteAt(const llvm::Instruction& where, const llvm::DILocation* place,
            const llvm::Twine& text) {
  report(DiagnosticKind::Note, *where.getFunction(), text, placeOf(place));
}

}  // namespace lanewise
