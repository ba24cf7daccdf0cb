// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang renders a diagnostic with its line of the source, which the build log shows.
#include "compiler/frontend/diagnostic_collector.h"

#include "compiler/frontend/clang_place.h"

#include <llvm/ADT/SmallString.h>

namespace lanewise {
namespace {

DiagnosticKind kindOf(clang::DiagnosticsEngine::Level level) {
  if (level < clang::DiagnosticsEngine::Warning) return DiagnosticKind::Remark;
  return level == clang::DiagnosticsEngine::Warning ? DiagnosticKind::Warning
                                                    : DiagnosticKind::InvalidInput;
}

SourcePlace placeOf(const clang::Diagnostic& info) {
  if (!info.hasSourceManager()) return {};
  return lanewise::placeOf(info.getLocation(), info.getSourceManager());
}

}  // namespace

void DiagnosticCollector::BeginSourceFile(const clang::LangOptions& language,
                                          const clang::Preprocessor* preprocessor) {
  printer_.BeginSourceFile(language, preprocessor);
}

void DiagnosticCollector::EndSourceFile() { printer_.EndSourceFile(); }

void DiagnosticCollector::HandleDiagnostic(Level level, const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  hasLargeLiteral_ |= info.getID() == clang::diag::ext_integer_literal_too_large_for_signed ||
                      info.getID() == clang::diag::err_integer_literal_too_large;
  text_.clear();
  printer_.HandleDiagnostic(level, info);
  if (level == Level::Note && !diagnostics_.empty()) {
    diagnostics_.back().rendered += text_;
    return;
  }
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  diagnostics_.push_back({.kind = kindOf(level),
                          .text = message.str().str(),
                          .source = placeOf(info),
                          .rendered = text_});
}

}  // namespace lanewise
