// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decimal constants above the largest long, without a suffix, as generators of sources write them:
// key += 11400714819323198485. OpenCL C has no type for them. Where long long has 128 bits, as in
// Clang's OpenCL mode, they have that type. Here long long has 64 bits, so they become __int128.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace lanewise {

/// The text with a cast in front of such constants, outside of the conditions of #if; none if it
/// has no such constant. Lines stay lines.
std::optional<std::string> withLargeLiterals(llvm::StringRef text);

}  // namespace lanewise
