// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// instruction_marks.def for passes: the names of metadata and attributes by which they tell each
// other what IR cannot say.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// instruction_marks.def has their meaning.
#define INSTRUCTION_MARK(id, name, on, meaning) inline constexpr llvm::StringLiteral k##id = name;
#include "compiler/contract/instruction_marks.def"

}  // namespace lanewise
