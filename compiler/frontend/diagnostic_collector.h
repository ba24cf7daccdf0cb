// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns Clang's diagnostics into values. Notes become part of the diagnostic before them.
#pragma once

#include "interface/diagnostic.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

#include <string>
#include <vector>

namespace lanewise {

class DiagnosticCollector final : public clang::DiagnosticConsumer {
  using Level = clang::DiagnosticsEngine::Level;

 public:
  DiagnosticCollector(std::vector<Diagnostic>& diagnostics, clang::DiagnosticOptions& options)
      : diagnostics_(diagnostics), printer_(stream_, &options) {}

  void BeginSourceFile(const clang::LangOptions& language,
                       const clang::Preprocessor* preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(Level level, const clang::Diagnostic& info) override;

  /// A constant was larger than the largest long: large_literals.h. Its digits may have been
  /// pasted.
  bool hasLargeLiteral() const { return hasLargeLiteral_; }

 private:
  std::vector<Diagnostic>& diagnostics_;
  std::string text_;
  llvm::raw_string_ostream stream_{text_};
  clang::TextDiagnosticPrinter printer_;
  bool hasLargeLiteral_ = false;
};

}  // namespace lanewise
