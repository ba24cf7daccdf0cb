// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Module flags that the driver sets before the stage.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class Module;
}

namespace lanewise {

/// The number of lanes of all kernels, instead of what the stage would choose. 1: none is widened.
inline constexpr llvm::StringLiteral kLanesFlag = "lanewise-lanes";

/// That number; 0: the stage chooses.
unsigned forcedLanes(const llvm::Module& module);

/// Module flag, present if the build log explains what costs time.
inline constexpr llvm::StringLiteral kExplainFlag = "lanewise-explain";

}  // namespace lanewise
