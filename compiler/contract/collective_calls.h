// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls by which work-items exchange values. A call is
// `<type> @lanewise.<scope>.<form>.<operation>.<type>(<type> value)`, such as
// `i32 @lanewise.sub_group.reduce.smax.i32(i32 %value)`. It is convergent and accesses no memory.
// Created by lower. Calls of sub-groups end in lanes: a vector of work-items executes them. Those
// of work-groups get a vector there, and its reduction stays a scalar: `i32
// @lanewise.work_group.reduce.smax.v16i32(<16 x i32> %values)`. They end in group.
#pragma once

#include "compiler/contract/collective_operations.h"

namespace llvm {
class CallInst;
}  // namespace llvm

namespace lanewise {

enum class CollectiveScope { SubGroup, WorkGroup };

/// A scan has the values of the work-items up to this one, or of those before it.
enum class CollectiveForm { Reduce, InclusiveScan, ExclusiveScan };

struct CollectiveCall {
  CollectiveScope scope;
  CollectiveForm form;
  CollectiveOperation operation;
};

/// Nullopt for everything else.
std::optional<CollectiveCall> collectiveCallOf(const llvm::Value& value);

/// Emits the call at the builder's position and declares the function if necessary. `value` is a
/// scalar, or what the lanes of a vector have.
llvm::CallInst* emitCollectiveCall(llvm::IRBuilderBase& builder, const CollectiveCall& call,
                                   llvm::Value* value);

}  // namespace lanewise
