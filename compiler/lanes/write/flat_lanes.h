// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that use sub-groups: their lanes are adjacent along the flattened local id, because
// sub-groups are. Such a kernel takes a work-group for a single row: lanewise.local_id(0) is the
// flattened id, and stage group loops over it. Called by widen_kernels.cpp and widen_call.cpp.
#pragma once

namespace llvm {
class CallInst;
class Function;
}  // namespace llvm

namespace lanewise {

class Widening;

/// Computes the ids of the kernel from the flattened id. Kernels that use ids along x get two
/// versions of their code, or the one of a known size: for groups of one row, in which they are
/// strided, and for all others, with lanewise.row_id.
void flattenLanes(llvm::Function& kernel);

/// lanewise.row_id: the local id along a dimension of each lane.
void widenRowId(Widening& widening, llvm::CallInst& call);

}  // namespace lanewise
