// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variable whose contents stand for what nobody has written, from mark-unwritten to
// check-uninitialized.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

inline constexpr llvm::StringLiteral kUnwrittenVariable = "lanewise.unwritten";

}  // namespace lanewise
