// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to local memory, which keep that they are in their alias scopes when pointers lose their
// address spaces (mark-address-spaces).
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Instruction;
}

namespace lanewise {

inline constexpr llvm::StringLiteral kLocalScope = "local memory";

/// False if nothing is known, or if the access may be to buffers as well.
bool isLocalAccess(const llvm::Instruction& access);

}  // namespace lanewise
