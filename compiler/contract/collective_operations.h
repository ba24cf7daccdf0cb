// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of reductions and scans, and both over the lanes of a vector, in log2(lanes)
// steps. The steps are the same for every target, so that sums of floating-point numbers are, too.
// Users: lanes (sub-groups, and work-groups vector by vector), group (the vectors of a work-group)
// and codegen (join_reductions.cpp).
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>

#include <optional>

namespace llvm {
class Constant;
class IRBuilderBase;
class Instruction;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

enum class CollectiveOperation {
#define COLLECTIVE_OPERATION(id, name) id,
#include "compiler/contract/collective_operations.def"
};

llvm::StringRef nameOf(CollectiveOperation operation);
std::optional<CollectiveOperation> collectiveOperationOf(llvm::StringRef name);

/// What changes no operand: a zero is -0.0, and an extremum has NaN, which no number is changed by.
/// `type` is a scalar or a vector, here and below.
llvm::Constant* neutralOf(CollectiveOperation operation, llvm::Type* type);

/// What an exclusive scan gives to the first work-item: 0, 1, an infinity ...
llvm::Constant* identityOf(CollectiveOperation operation, llvm::Type* type);

/// One operation on scalars, or on each lane of vectors. Of a number and a NaN, minimum and maximum
/// are the number.
llvm::Value* combine(llvm::IRBuilderBase& builder, CollectiveOperation operation, llvm::Value* a,
                     llvm::Value* b);

/// `vector` where `mask` is set, what is neutral in all other lanes.
llvm::Value* neutralWhereInactive(llvm::IRBuilderBase& builder, CollectiveOperation operation,
                                  llvm::Value* vector, llvm::Value* mask);

/// All lanes of a vector as a scalar. \pre Their number is a power of two, here and below.
llvm::Value* reduceLanes(llvm::IRBuilderBase& builder, CollectiveOperation operation,
                         llvm::Value* vector);

/// The operation of an instruction on scalar integers.
std::optional<CollectiveOperation> integerOperationOf(const llvm::Instruction& instruction);

/// The operation of a reduction that reduceLanes() writes for integers.
std::optional<CollectiveOperation> integerReductionOf(const llvm::Instruction& instruction);

/// In each lane: all lanes up to this one.
llvm::Value* inclusiveScanOfLanes(llvm::IRBuilderBase& builder, CollectiveOperation operation,
                                  llvm::Value* vector);

/// In each lane: all lanes before this one, what is neutral in the first one. `inclusiveScan` has
/// all lanes up to each.
llvm::Value* exclusiveScanOfLanes(llvm::IRBuilderBase& builder, CollectiveOperation operation,
                                  llvm::Value* inclusiveScan);

/// An exclusive scan with the identity where `isFirst` is set: in the first work-item.
llvm::Value* withIdentity(llvm::IRBuilderBase& builder, CollectiveOperation operation,
                          llvm::Value* exclusiveScan, llvm::function_ref<llvm::Value*()> isFirst);

}  // namespace lanewise
