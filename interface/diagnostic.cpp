// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composes the text of a diagnostic: place, severity, message, function and kernels. Build logs and
// lanewise-cc print it.
#include "interface/diagnostic.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace lanewise {
namespace {

std::string_view severity(DiagnosticKind kind) {
  switch (kind) {
    case DiagnosticKind::Remark: return "remark: ";
    case DiagnosticKind::Note: return "note: ";
    case DiagnosticKind::Warning: return "warning: ";
    case DiagnosticKind::Unsupported: return "error: unsupported: ";
    case DiagnosticKind::InvalidInput: return "error: ";
    case DiagnosticKind::InternalError: break;
  }
  return "internal error: ";
}

std::string userText(const Diagnostic& diagnostic) {
  std::string text;
  std::vector<std::string> users = diagnostic.kernels;
  const bool isKernel = std::erase(users, diagnostic.function) != 0;
  if (!diagnostic.function.empty())
    text = (isKernel ? ", in kernel '" : ", in function '") + diagnostic.function + "'";
  for (size_t n = 0; n < users.size(); ++n) {
    const char* before = n > 0               ? ", '"
                         : users.size() == 1 ? ", used in kernel '"
                                             : ", used in kernels '";
    text += before + users[n] + "'";
  }
  return text;
}

}  // namespace

std::string placeText(const Diagnostic& diagnostic) {
  if (const SourcePlace& source = diagnostic.source; !source.file.empty()) {
    std::string text = source.file;
    if (source.line) text += ":" + std::to_string(source.line);
    if (source.line && source.column) text += ":" + std::to_string(source.column);
    return text;
  }
  const ModulePlace& module = diagnostic.module;
  std::string text = module.number ? "module " + std::to_string(module.number) : "";
  const std::string_view comma = text.empty() ? "" : ", ";
  if (module.wordOffset) {
    text.append(comma).append("word ").append(std::to_string(module.wordOffset));
    if (!module.instruction.empty()) text += " (" + module.instruction + ")";
  } else if (!module.instruction.empty()) {
    text.append(comma).append(module.instruction);
  }
  return text;
}

std::string render(const Diagnostic& diagnostic) {
  if (!diagnostic.rendered.empty()) return diagnostic.rendered;
  std::string text = placeText(diagnostic);
  if (!text.empty()) text += ": ";
  text.append(severity(diagnostic.kind)).append(diagnostic.text).append(userText(diagnostic));
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

std::string buildLog(std::span<const Diagnostic> diagnostics, bool withRemarks) {
  std::map<std::pair<std::string_view, std::string_view>, size_t> counts;
  const auto countOf = [&](const Diagnostic& warning) -> size_t& {
    return counts[{warning.text, warning.function}];
  };
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.kind == DiagnosticKind::Warning) ++countOf(diagnostic);
  std::string log;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.kind == DiagnosticKind::Remark && !withRemarks) continue;
    if (diagnostic.kind != DiagnosticKind::Warning) {
      log += render(diagnostic);
      continue;
    }
    const size_t count = std::exchange(countOf(diagnostic), 0);
    if (count == 0) continue;
    log += render(diagnostic);
    if (count > 1)
      log += "note: this warning occurs " + std::to_string(count - 1) +
             (count == 2 ? " more time\n" : " more times\n");
  }
  return log;
}

bool hasErrors(std::span<const Diagnostic> diagnostics) {
  return std::ranges::any_of(diagnostics, isError, &Diagnostic::kind);
}

}  // namespace lanewise
