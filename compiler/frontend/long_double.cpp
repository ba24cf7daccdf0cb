// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The declarations are visited only if a file contains the words.
#include "compiler/frontend/long_double.h"

#include "compiler/frontend/loaded_texts.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

#include <string_view>

namespace lanewise {
namespace {

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc type) {
    if (type.getTypePtr()->getKind() != clang::BuiltinType::LongDouble) return true;
    first = type.getBeginLoc();
    return false;
  }

  clang::SourceLocation first;
};

/// "long double", also with several spaces or in another line.
bool hasWords(std::string_view text) {
  constexpr std::string_view kBefore = "long", kBehind = "double";
  for (size_t at = 0; (at = text.find(kBefore, at)) != text.npos;) {
    at += kBefore.size();
    const size_t next = text.find_first_not_of(" \t\r\n", at);
    if (next != text.npos && next > at && text.substr(next).starts_with(kBehind)) return true;
  }
  return false;
}

class Warner final : public clang::ASTConsumer {
 public:
  void HandleTranslationUnit(clang::ASTContext& context) override {
    clang::DiagnosticsEngine& engine = context.getDiagnostics();
    if (engine.getIgnoreAllWarnings() || !anyLoadedText(context.getSourceManager(), hasWords))
      return;
    Visitor visitor;
    visitor.TraverseDecl(context.getTranslationUnitDecl());
    if (visitor.first.isInvalid()) return;
    engine.Report(visitor.first,
                  engine.getCustomDiagID(clang::DiagnosticsEngine::Warning,
                                         "OpenCL has no long double; it is the same as double"));
  }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeLongDoubleWarner() { return std::make_unique<Warner>(); }

}  // namespace lanewise
