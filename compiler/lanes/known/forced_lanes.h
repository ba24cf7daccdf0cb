// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number of lanes that an option of the build or the kind of launches prescribes.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// The number of lanes of all kernels (kLanesFlag). 1: none is widened. 0: the stage chooses.
unsigned forcedLanes(const llvm::Module& module);

}  // namespace lanewise
