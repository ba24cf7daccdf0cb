// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// module_flags.def for passes: what the driver tells them of a build.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// Names, such as kLanesFlag: module_flags.def has their meaning.
#define MODULE_FLAG(id, name, meaning) inline constexpr llvm::StringLiteral k##id##Flag = name;
#include "compiler/contract/module_flags.def"

}  // namespace lanewise
