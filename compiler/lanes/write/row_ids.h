// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local ids along the dimensions of a work-group, in kernels whose lanes are flat
// (prepare/flatten_lanes.h).
#pragma once

namespace llvm {
class CallInst;
}

namespace lanewise {

class Widening;

/// lanewise.row_id: the local id along a dimension of each lane.
void widenRowId(Widening& widening, llvm::CallInst& call);

}  // namespace lanewise
