// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-ups in sub_group_instructions.def, and what the operand "group operation" says.
#include "compiler/lower/group_instructions.h"

#include "compiler/lower/spirv_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>

#include <cstdint>

namespace lanewise {
namespace {

namespace operations {
constexpr std::optional<CollectiveOperation> None;
#define COLLECTIVE_OPERATION(id, name) \
  constexpr std::optional<CollectiveOperation> id = CollectiveOperation::id;
#include "compiler/contract/collective_operations.def"
}  // namespace operations

constexpr GroupInstruction kRows[] = {
#define SUB_GROUP_INSTRUCTION(name, form, value, operation) \
  {#name, SubGroupForm::form, operations::operation},
#include "compiler/admit/sub_group_instructions.def"
};

}  // namespace

const GroupInstruction* findGroupInstruction(const SpirvName& name) {
  if (name.openclStd) return nullptr;
  const GroupInstruction* row = llvm::find_if(
      kRows, [&](const GroupInstruction& one) { return one.name == name.instruction; });
  return row == std::end(kRows) ? nullptr : row;
}

bool isOperation(const llvm::Value* operand, spv::GroupOperation operation) {
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operand);
  return constant && constant->getZExtValue() == uint64_t(operation);
}

CollectiveForm collectiveFormOf(const llvm::Value* groupOperation) {
  return isOperation(groupOperation, spv::GroupOperation::InclusiveScan)
             ? CollectiveForm::InclusiveScan
         : isOperation(groupOperation, spv::GroupOperation::ExclusiveScan)
             ? CollectiveForm::ExclusiveScan
             : CollectiveForm::Reduce;
}

}  // namespace lanewise
