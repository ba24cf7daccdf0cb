// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that use sub-groups: their lanes are adjacent along the flattened local id, because
// sub-groups are. Such a kernel takes a work-group for a single row: lanewise.local_id(0) is the
// flattened id, and stage group loops over it.
#pragma once

namespace llvm {
class Function;
}

namespace lanewise {

/// Computes the ids of the kernel from the flattened id. Kernels that use ids along x get two
/// versions of their code, or the one of a known size: for groups of one row, in which they are
/// strided, and for all others, with lanewise.row_id.
void flattenLanes(llvm::Function& kernel);

}  // namespace lanewise
