// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses a program whose tokens are changed behind the preprocessor: conditions of #if, strings and
// pasted tokens have those of the source. Users: large_literals.cpp, block_casts.cpp.
#pragma once

#include <clang/Lex/Token.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Preprocessor;
}  // namespace clang

namespace lanewise {

/// Adds tokens to a list, all with the place of one token of the source.
class TokenWriter {
 public:
  TokenWriter(clang::Preprocessor& preprocessor, const clang::Token& at,
              std::vector<clang::Token>& out)
      : preprocessor_(preprocessor), at_(at), out_(out) {}

  /// Keywords and punctuation.
  void write(llvm::ArrayRef<clang::tok::TokenKind> kinds);
  void number(const std::string& text);
  /// The spelling of the token of the source.
  std::string spelling() const;

 private:
  clang::Token next(clang::tok::TokenKind kind) const;

  clang::Preprocessor& preprocessor_;
  clang::Token at_;
  std::vector<clang::Token>& out_;
};

/// As clang::ParseAST(). `write` gets each token of the source. It returns false if the token is
/// to follow what it has written, which may be nothing. All tokens are held at once.
void parseWithReplacedTokens(
    clang::CompilerInstance& compiler,
    llvm::function_ref<bool(const clang::Token& token, TokenWriter& writer)> write);

}  // namespace lanewise
