// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Module flags that the driver sets before the stage.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// The number of lanes of all kernels, instead of what the stage would choose. 1: none is widened.
inline constexpr llvm::StringLiteral kLanesFlag = "lanewise-lanes";

/// Module flag, present if the build log explains what costs time.
inline constexpr llvm::StringLiteral kExplainFlag = "lanewise-explain";

}  // namespace lanewise
