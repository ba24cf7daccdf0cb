// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each constant becomes the tokens of ((_BitInt(128))18446744073709551615u), at its place.
#include "compiler/frontend/large_literals.h"

#include "compiler/frontend/loaded_texts.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Parse/Parser.h>
#include <clang/Sema/EnterExpressionEvaluationContext.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lanewise {
namespace {

constexpr size_t kLeastDigits = 19;  // of 2^63

/// The value, if the token is such a constant.
std::optional<llvm::APInt> largeValue(llvm::StringRef token) {
  token = token.rtrim("lL");
  std::string digits;
  for (const char c : token)
    if (c != '\'') digits += c;
  if (digits.size() < kLeastDigits || digits.front() == '0' || !llvm::all_of(digits, llvm::isDigit))
    return std::nullopt;
  // A number that does not fit stays for Clang's error.
  constexpr unsigned kEnoughBits = 512, kMostBits = 127;
  if (digits.size() > kEnoughBits / 4) return std::nullopt;
  const llvm::APInt value(kEnoughBits, digits, 10);
  constexpr uint64_t kLargestLong = std::numeric_limits<int64_t>::max();
  if (value.ule(kLargestLong) || value.getActiveBits() > kMostBits) return std::nullopt;
  return value.trunc(kMostBits + 1);
}

/// Adds tokens to a list, with the place of another one.
class TokenWriter {
 public:
  TokenWriter(clang::Preprocessor& preprocessor, std::vector<clang::Token>& out)
      : preprocessor_(preprocessor), out_(out) {}

  void write(const clang::Token& at, const llvm::APInt& value) {
    begin(at);
    punctuation(clang::tok::l_paren);
    punctuation(clang::tok::l_paren);
    punctuation(clang::tok::kw__BitInt);
    punctuation(clang::tok::l_paren);
    number("128");
    punctuation(clang::tok::r_paren);
    punctuation(clang::tok::r_paren);
    const uint64_t upper = value.extractBitsAsZExtValue(64, 64);
    if (upper != 0) {
      number(llvm::utostr(upper) + "u");
      punctuation(clang::tok::lessless);
      number("64");
      punctuation(clang::tok::pipe);
    }
    number(llvm::utostr(value.extractBitsAsZExtValue(64, 0)) + "u");
    punctuation(clang::tok::r_paren);
  }

 private:
  void begin(const clang::Token& at) { place_ = at; }

  clang::Token next(clang::tok::TokenKind kind) {
    clang::Token token;
    token.startToken();
    token.setKind(kind);
    token.setLocation(place_.getLocation());
    token.setLength(place_.getLength());
    token.setFlagValue(clang::Token::StartOfLine, place_.isAtStartOfLine());
    return token;
  }

  void punctuation(clang::tok::TokenKind kind) { out_.push_back(next(kind)); }

  void number(const std::string& text) {
    clang::Token token = next(clang::tok::numeric_constant);
    preprocessor_.CreateString(text, token, place_.getLocation(), place_.getLocation());
    out_.push_back(token);
  }

  clang::Preprocessor& preprocessor_;
  std::vector<clang::Token>& out_;
  clang::Token place_;
};

/// All tokens up to the end of the program, which is the last one.
std::vector<clang::Token> replacedTokens(clang::Preprocessor& preprocessor) {
  std::vector<clang::Token> tokens;
  TokenWriter writer(preprocessor, tokens);
  while (true) {
    clang::Token token;
    preprocessor.Lex(token);
    llvm::SmallString<64> spelling;
    const auto value = token.is(clang::tok::numeric_constant)
                           ? largeValue(preprocessor.getSpelling(token, spelling))
                           : std::nullopt;
    if (value)
      writer.write(token, *value);
    else
      tokens.push_back(token);
    if (token.is(clang::tok::eof)) return tokens;
  }
}

}  // namespace

/// The digits are neither part of a name or of a fraction, nor followed by a fraction or by the
/// suffix of an unsigned number.
bool mayHaveLargeLiteral(std::string_view text) {
  const auto isPartOfNumber = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  size_t digits = 0;
  char before = ' ';  // the digits
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (llvm::isDigit(c)) {
      ++digits;
    } else if (c != '\'' || digits == 0) {  // a separator of C++ stands between digits
      if (digits >= kLeastDigits && !isPartOfNumber(before) &&
          (!isPartOfNumber(c) || c == 'l' || c == 'L'))
        return true;
      digits = 0;
      before = c;
    }
  }
  return false;
}

bool mayHaveLargeLiteral(clang::CompilerInstance& compiler) {
  return anyLoadedText(compiler.getSourceManager(),
                       [](std::string_view text) { return mayHaveLargeLiteral(text); });
}

void parseWithLargeLiterals(clang::CompilerInstance& compiler) {
  if (!compiler.hasSema()) compiler.createSema(clang::TU_Complete, nullptr);
  clang::Sema& sema = compiler.getSema();
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  clang::ASTConsumer& consumer = sema.getASTConsumer();
  // It registers the handlers of pragmas, so it comes before the first token.
  clang::Parser parser(preprocessor, sema, /*SkipFunctionBodies=*/false);
  preprocessor.EnterMainSourceFile();
  const std::vector<clang::Token> tokens = replacedTokens(preprocessor);
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
