// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser reads the changed tokens as those of a macro: the preprocessor is done with them.
#include "compiler/frontend/replaced_tokens.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Sema.h>

namespace lanewise {
namespace {

using Write = llvm::function_ref<bool(const clang::Token&, TokenWriter&)>;

/// All tokens up to the end of the program, which is the last one.
std::vector<clang::Token> replacedTokens(clang::Preprocessor& preprocessor, Write write) {
  std::vector<clang::Token> tokens;
  while (true) {
    clang::Token token;
    preprocessor.Lex(token);
    TokenWriter writer(preprocessor, token, tokens);
    if (!write(token, writer)) tokens.push_back(token);
    if (token.is(clang::tok::eof)) return tokens;
  }
}

}  // namespace

clang::Token TokenWriter::next(clang::tok::TokenKind kind) const {
  clang::Token token;
  token.startToken();
  token.setKind(kind);
  token.setLocation(at_.getLocation());
  token.setLength(at_.getLength());
  token.setFlagValue(clang::Token::StartOfLine, at_.isAtStartOfLine());
  // The parser reads the name of some keywords.
  if (const char* keyword = clang::tok::getKeywordSpelling(kind))
    token.setIdentifierInfo(preprocessor_.getIdentifierInfo(keyword));
  return token;
}

void TokenWriter::write(llvm::ArrayRef<clang::tok::TokenKind> kinds) {
  for (const clang::tok::TokenKind kind : kinds) out_.push_back(next(kind));
}

void TokenWriter::number(const std::string& text) {
  clang::Token token = next(clang::tok::numeric_constant);
  preprocessor_.CreateString(text, token, at_.getLocation(), at_.getLocation());
  out_.push_back(token);
}

std::string TokenWriter::spelling() const { return preprocessor_.getSpelling(at_); }

void parseWithReplacedTokens(clang::CompilerInstance& compiler, Write write) {
  if (!compiler.hasSema()) compiler.createSema(clang::TU_Complete, nullptr);
  clang::Sema& sema = compiler.getSema();
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  clang::ASTConsumer& consumer = sema.getASTConsumer();
  // It registers the handlers of pragmas, so it comes before the first token.
  clang::Parser parser(preprocessor, sema, /*SkipFunctionBodies=*/false);
  preprocessor.EnterMainSourceFile();
  const std::vector<clang::Token> tokens = replacedTokens(preprocessor, write);
  preprocessor.EnterTokenStream(tokens, /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  parser.Initialize();
  clang::Parser::DeclGroupPtrTy declarations;
  clang::Sema::ModuleImportState imports;
  {
    clang::EnterExpressionEvaluationContext evaluation(
        sema, clang::Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
    for (bool atEnd = parser.ParseFirstTopLevelDecl(declarations, imports); !atEnd;
         atEnd = parser.ParseTopLevelDecl(declarations, imports))
      if (declarations && !consumer.HandleTopLevelDecl(declarations.get())) return;
  }
  for (clang::Decl* declaration : sema.WeakTopLevelDecls())
    consumer.HandleTopLevelDecl(clang::DeclGroupRef(declaration));
  consumer.HandleTranslationUnit(sema.getASTContext());
}

}  // namespace lanewise
