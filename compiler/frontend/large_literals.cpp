// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each constant becomes the tokens of ((_BitInt(128))18446744073709551615u), at its place.
#include "compiler/frontend/large_literals.h"

#include "compiler/frontend/loaded_texts.h"
#include "compiler/frontend/replaced_tokens.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Token.h>
#include <llvm/ADT/APInt.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

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

void writeValue(const llvm::APInt& value, TokenWriter& writer) {
  using namespace clang::tok;
  writer.write({l_paren, l_paren, kw__BitInt, l_paren});
  writer.number("128");
  writer.write({r_paren, r_paren});
  const uint64_t upper = value.extractBitsAsZExtValue(64, 64);
  if (upper != 0) {
    writer.number(llvm::utostr(upper) + "u");
    writer.write({lessless});
    writer.number("64");
    writer.write({clang::tok::pipe});
  }
  writer.number(llvm::utostr(value.extractBitsAsZExtValue(64, 0)) + "u");
  writer.write({r_paren});
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

bool writeLargeLiteral(const clang::Token& token, TokenWriter& writer) {
  const auto value =
      token.is(clang::tok::numeric_constant) ? largeValue(writer.spelling()) : std::nullopt;
  if (value) writeValue(*value, writer);
  return value.has_value();
}

}  // namespace lanewise
