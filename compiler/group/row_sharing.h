// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether rows of vectors should run together: what they all load is loaded once, and their
// arithmetic need not wait for each other's.
#pragma once

#include "compiler/group/row_shapes.h"

namespace lanewise {

inline constexpr unsigned kMostRows = 4;

/// How many rows: a power of two; 1 if there is nothing to share, or no room in registers.
/// `registerBits`: of a vector register.
unsigned rowsTogether(const RegionBlocks& region, const RowShapes& shapes, unsigned registerBits,
                      unsigned registers);

}  // namespace lanewise
