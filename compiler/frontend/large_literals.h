// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decimal constants above the largest long, without a suffix or with that of a signed number, as
// generators of sources write them: key += 11400714819323198485. OpenCL C has no type for them.
// Where long long has 128 bits, as in Clang's OpenCL mode, they have that type. Here long long has
// 64 bits, so they become __int128.
#pragma once

#include <string_view>

namespace clang {
class CompilerInstance;
class Token;
}  // namespace clang

namespace lanewise {

class TokenWriter;

/// False if the text has no such constant. Fast; texts of files are asked for each program.
bool mayHaveLargeLiteral(std::string_view text);
bool mayHaveLargeLiteral(clang::CompilerInstance& compiler);

/// If the token is such a constant, writes what replaces it and returns true.
bool writeLargeLiteral(const clang::Token& token, TokenWriter& writer);

}  // namespace lanewise
