// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether rows of vectors should run together: what they all load is loaded once, and their
// arithmetic need not wait for each other's.
#pragma once

#include "compiler/group/row_shapes.h"

namespace lanewise {

/// Whether a copy of the region in which rows run together is worth its build time. To be asked
/// first: RowShapes takes longer.
bool isWorthCopies(const RegionBlocks& region);

/// How many rows: a power of two; 1 if there is nothing to share, or too few registers.
/// `registerBits`: of a vector register.
/// \pre isWorthCopies(region) and shapes.mayRunTogether()
unsigned rowsTogether(const RegionBlocks& region, const RowShapes& shapes, unsigned registerBits,
                      unsigned registers);

}  // namespace lanewise
