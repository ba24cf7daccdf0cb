// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics (interface/diagnostic.h) in code that uses LLVM: passes report them through the
// LLVMContext, functions return them as llvm::Error. Both end in the DiagnosticList of the build.
#pragma once

#include "interface/diagnostic.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/Support/Error.h>

#include <memory>
#include <vector>

namespace llvm {
class DILocation;
struct DiagnosticHandler;
class Function;
class Instruction;
class LLVMContext;
class Module;
class Twine;
}  // namespace llvm

namespace lanewise {

/// The diagnostics of a build in the order of their reports.
class DiagnosticList {
 public:
  /// Drops a diagnostic that is equal to an earlier one.
  void add(Diagnostic diagnostic);
  /// Adds what DiagnosticError carries; an error of LLVM becomes an internal error.
  void add(llvm::Error error);
  bool hasErrors() const { return errorCount_ != 0; }
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  std::vector<Diagnostic> all_;
  llvm::StringSet<> rendered_;
  size_t errorCount_ = 0;
};

/// A Diagnostic as llvm::Error.
class DiagnosticError : public llvm::ErrorInfo<DiagnosticError> {
 public:
  static char ID;
  explicit DiagnosticError(Diagnostic diagnostic) : diagnostic_(std::move(diagnostic)) {}
  const Diagnostic& diagnostic() const { return diagnostic_; }
  void log(llvm::raw_ostream& stream) const override;
  std::error_code convertToErrorCode() const override;

 private:
  Diagnostic diagnostic_;
};

llvm::Error makeError(Diagnostic diagnostic);
/// A diagnostic without a place.
llvm::Error makeError(DiagnosticKind kind, const llvm::Twine& text);

/// From now on errors, warnings and remarks of `context` go to `list`, which must outlive it.
void collectDiagnostics(llvm::LLVMContext& context, DiagnosticList& list);

/// Holds back the diagnostics of `context` until its end, which drops them unless keep() was
/// called. For code that may be written once more.
class HeldDiagnostics {
 public:
  explicit HeldDiagnostics(llvm::LLVMContext& context);
  HeldDiagnostics(const HeldDiagnostics&) = delete;
  HeldDiagnostics& operator=(const HeldDiagnostics&) = delete;
  ~HeldDiagnostics();
  void keep() { isKept_ = true; }

 private:
  llvm::LLVMContext& context_;
  std::unique_ptr<llvm::DiagnosticHandler> before_;
  DiagnosticList held_;
  bool isKept_ = false;
};

/// Reports that the input uses a feature which is not supported: `what` names the feature. The
/// diagnostic names the kernels that reach `where` and, with debug locations, the place in the
/// source. The pass must leave valid IR; no later stage runs.
void reportUnsupported(const llvm::Function& where, const llvm::Twine& what);
void reportUnsupported(const llvm::Instruction& where, const llvm::Twine& what);
/// Reports input that is outside of functions.
void reportUnsupported(const llvm::Module& module, const llvm::Twine& what);

/// Reports an error of the source, as reportUnsupported() does.
void reportInvalidInput(const llvm::Instruction& where, const llvm::Twine& text);

/// Reports a mistake of the compiler.
void reportInternalError(const llvm::Module& module, const llvm::Twine& text);

/// Reports a decision of the compiler that a developer of kernels may want to know.
void remark(const llvm::Function& where, const llvm::Twine& text);
void remark(const llvm::Instruction& where, const llvm::Twine& text);

/// Reports a note for the build log, in builds that ask for explanations.
void note(const llvm::Function& where, const llvm::Twine& text);
/// `place`: where the note points to; may be nullptr.
void noteAt(const llvm::Instruction& where, const llvm::DILocation* place, const llvm::Twine& text);

}  // namespace lanewise
