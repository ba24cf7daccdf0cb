// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the tokens of a text with Clang's lexer, without the preprocessor.
#include "compiler/frontend/large_literals.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <cstdint>
#include <limits>

namespace lanewise {
namespace {

constexpr size_t kLeastDigits = 19;  // of 2^63

bool mayHaveLargeLiteral(llvm::StringRef text) {
  size_t digits = 0;
  for (const char c : text) {
    // A separator of C++ stands between digits.
    if (c == '\'' && digits > 0) continue;
    digits = llvm::isDigit(c) ? digits + 1 : 0;
    if (digits == kLeastDigits) return true;
  }
  return false;
}

/// A cast expression of the value, if the token is such a constant.
std::optional<std::string> replacementOf(llvm::StringRef token) {
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
  if (value.getActiveBits() <= 64) return "((__int128)" + digits + "u)";
  const auto word = [&](unsigned at) {
    return "0x" + llvm::utohexstr(value.extractBitsAsZExtValue(64, at)) + "u";
  };
  return "((__int128)" + word(64) + "<<64|" + word(0) + ")";
}

clang::LangOptions tokensOfBothLanguages() {
  clang::LangOptions options;
  options.LineComment = true;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = true;  // separators
  return options;
}

}  // namespace

std::optional<std::string> withLargeLiterals(llvm::StringRef text) {
  if (!mayHaveLargeLiteral(text)) return std::nullopt;
  const std::string terminated = text.str();  // the lexer reads the byte behind the end
  const clang::LangOptions options = tokensOfBothLanguages();
  clang::Lexer lexer(clang::SourceLocation(), options, terminated.data(), terminated.data(),
                     terminated.data() + terminated.size());
  std::string result;
  size_t copied = 0;
  bool isDirective = false, isCondition = false;
  clang::Token token;
  for (bool atEnd = false; !atEnd;) {
    atEnd = lexer.LexFromRawLexer(token);
    const size_t end = size_t(lexer.getBufferLocation() - terminated.data());
    const llvm::StringRef spelling =
        llvm::StringRef(terminated).slice(end - token.getLength(), end);
    if (token.isAtStartOfLine()) {
      isDirective = token.is(clang::tok::hash);
      isCondition = false;
    } else if (isDirective) {
      isCondition |=
          token.is(clang::tok::raw_identifier) && (spelling == "if" || spelling == "elif");
      isDirective = false;
    }
    if (!token.is(clang::tok::numeric_constant) || isCondition) continue;
    const auto replacement = replacementOf(spelling);
    if (!replacement) continue;
    result.append(terminated, copied, end - token.getLength() - copied).append(*replacement);
    copied = end;
  }
  if (copied == 0) return std::nullopt;
  return result.append(terminated, copied);
}

}  // namespace lanewise
