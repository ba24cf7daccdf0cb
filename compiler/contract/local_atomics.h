// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mark of atomic instructions on local memory. One thread runs a work-group, so they need no
// lock prefix. They stay one instruction until work-items are lanes: two lanes may meet at one
// address.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// Metadata of atomicrmw and cmpxchg. An instruction that lost it is correct, only slower.
inline constexpr llvm::StringLiteral kLocalAtomic = "lanewise.local";

}  // namespace lanewise
