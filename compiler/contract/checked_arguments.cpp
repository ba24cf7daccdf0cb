// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute has one item per argument: "-", or "g" or "l" and the offset of its object.
#include "compiler/contract/checked_arguments.h"

#include "compiler/contract/check_reports.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "interface/checked_object.h"
#include "interface/kernel_metadata.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Function.h>

namespace lanewise {

void noteCheckedArguments(llvm::Function& kernel, KernelMetadata& metadata) {
  constexpr uint32_t kAlign = alignof(abi::CheckedObject);
  metadata.checkedObjects = (metadata.argumentBytes + kAlign - 1) / kAlign * kAlign;
  uint64_t offset = abi::checkedObjectOffset(metadata.checkedObjects, 0);
  std::string items;
  for (const KernelArgument& argument : metadata.arguments) {
    if (!items.empty()) items += ',';
    switch (argument.kind) {
      case ArgumentKind::Pointer: items += "g" + llvm::utostr(offset); break;
      case ArgumentKind::LocalPointer: items += "l" + llvm::utostr(offset); break;
      default: items += '-';
    }
    offset += sizeof(abi::CheckedObject);
  }
  metadata.argumentBytes = static_cast<uint32_t>(offset);
  setNumberAttribute(kernel, kCheckedLaunchAttribute, metadata.checkedObjects);
  kernel.addFnAttr(kCheckedArgumentsAttribute, items);
}

llvm::Value* loadLaunchNumber(llvm::IRBuilderBase& builder, llvm::Function& function) {
  if (function.hasFnAttribute(kLaunchParameterAttribute))
    return function.getArg(
        static_cast<unsigned>(function.getFnAttributeAsParsedInteger(kLaunchParameterAttribute)));
  llvm::Value* pointer = builder.CreateConstGEP1_64(
      builder.getInt8Ty(), emitKernelCall(builder, KernelCall::Arguments),
      function.getFnAttributeAsParsedInteger(kCheckedLaunchAttribute));
  return loadKept(builder, builder.getInt64Ty(), pointer, llvm::Align(8));
}

std::optional<CheckedArgument> checkedArgument(const llvm::Argument& argument) {
  llvm::StringRef items =
      argument.getParent()->getFnAttribute(kCheckedArgumentsAttribute).getValueAsString();
  for (unsigned i = 0; i < argument.getArgNo(); ++i) items = items.split(',').second;
  items = items.split(',').first;
  const bool isLocal = items.consume_front("l");
  CheckedArgument result = {isLocal, 0};
  if ((!isLocal && !items.consume_front("g")) || items.getAsInteger(10, result.offsetBytes))
    return std::nullopt;
  return result;
}

}  // namespace lanewise
