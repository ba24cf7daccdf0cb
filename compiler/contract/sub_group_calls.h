// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sub_group_calls.def for passes: recognizes and creates the `lanewise.sub_group.*` calls.
#pragma once

#include "compiler/contract/collective_operations.h"

#include <llvm/ADT/ArrayRef.h>

#include <optional>

namespace llvm {
class CallInst;
class Function;
class IRBuilderBase;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

enum class SubGroupCall {
#define SUB_GROUP_CALL(id, name, result) id,
#include "compiler/contract/sub_group_calls.def"
};

/// What a name tells; the operation of ClusteredReduce only.
struct SubGroupCallName {
  SubGroupCall call;
  std::optional<CollectiveOperation> operation = std::nullopt;
};

/// Nothing for everything else.
std::optional<SubGroupCallName> subGroupCallOf(const llvm::Value& value);

/// All work-items that execute the call together have the same result, whatever the operands are.
bool hasSameResult(const llvm::Value& value);

/// Emits the call at the builder's position and declares the function if necessary. `type` is that
/// of the value, void for LocalId, Ballot and Barrier.
llvm::CallInst* emitSubGroupCall(llvm::IRBuilderBase& builder, const SubGroupCallName& name,
                                 llvm::Type* type, llvm::ArrayRef<llvm::Value*> operands);

}  // namespace lanewise
