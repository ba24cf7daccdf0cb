// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code behind conditions on ids has a copy without masks (lanes/copy_guarded.h). The code for a
// vector that is not full has no use for it (group/work_item_loops.cpp).
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// Metadata of a branch: to code for vectors whose lanes are all active, or to code for any vector.
inline constexpr llvm::StringLiteral kFullChoice = "lanewise.full-choice";

}  // namespace lanewise
