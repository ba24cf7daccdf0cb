// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass of LLVM's code generator, for generate.cpp: LLVM's instruction selection and scheduler
// take time that grows with up to the square of a block's length.
#pragma once

namespace llvm {
class FunctionPass;
}

namespace lanewise {

/// Divides blocks that are longer than a limit where few values live. Runs behind CodeGenPrepare,
/// which joins such blocks. Preserves dominators and loops.
llvm::FunctionPass* createSplitLongBlocksPass();

}  // namespace lanewise
