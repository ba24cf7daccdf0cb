// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a region so that it runs several rows of work-items at the same time: one instruction
// for all rows where its result is the same for them, and one after another for each row where it
// is not.
#pragma once

#include "compiler/group/row_shapes.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace llvm {
class CallInst;
}

namespace lanewise {

/// What a call that differs between rows is for row `row`, from its value for row 0: neither an id
/// along y nor the same for all rows.
using CallOfRow =
    llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::CallInst& ofRow0, unsigned row)>;

/// Writes at the builder's position whether rows may run together (i1): their guards agree, and
/// their ids along y do not cross a multiple of 2^31. Leaves the region as it is; to be called
/// before joinRows.
llvm::Value* writeGuards(llvm::IRBuilder<>& builder, const RegionBlocks& region,
                         const RowShapes& shapes, unsigned rows, CallOfRow callOfRow);

/// \pre shapes.mayRunTogether(); `shapes` has no meaning afterwards.
void joinRows(const RegionBlocks& region, const RowShapes& shapes, unsigned rows,
              CallOfRow callOfRow);

}  // namespace lanewise
