// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closed list of `lanewise.*` functions that compiler/README.md describes.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace lanewise {

/// Calls `lanewise.<name>` with a constant dimension: i64 global_id, local_id, group_id, ...
llvm::CallInst* callWithDimension(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                  llvm::Value* dimension);
/// Calls i64 `lanewise.local_linear_id` or `lanewise.global_linear_id`.
llvm::CallInst* callLinearId(llvm::IRBuilderBase& builder, llvm::StringRef name);
llvm::CallInst* callWorkDim(llvm::IRBuilderBase& builder);
/// ptr lanewise.launch().
llvm::CallInst* callLaunch(llvm::IRBuilderBase& builder);
/// void lanewise.barrier().
llvm::CallInst* callBarrier(llvm::IRBuilderBase& builder);

}  // namespace lanewise
