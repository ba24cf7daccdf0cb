// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of sub_group_instructions.def for the passes that lower them: lower-sub-groups and
// lower-work-group-functions.
#pragma once

#include "compiler/admit/sub_group_instructions.h"
#include "compiler/contract/collective_calls.h"

#include <llvm/ADT/StringRef.h>

#include <spirv/unified1/spirv.hpp11>

#include <optional>

namespace llvm {
class Value;
}  // namespace llvm

namespace lanewise {

struct SpirvName;

struct GroupInstruction {
  llvm::StringRef name;  // without Op
  SubGroupForm form;
  std::optional<CollectiveOperation> operation;
};

/// Null if the instruction has no row.
const GroupInstruction* findGroupInstruction(const SpirvName& name);

/// Whether the operand is this constant.
bool isOperation(const llvm::Value* operand, spv::GroupOperation operation);

/// A reduction, if it is no scan.
CollectiveForm collectiveFormOf(const llvm::Value* groupOperation);

}  // namespace lanewise
