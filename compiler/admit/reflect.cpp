// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the KernelMetadata of each entry point of a validated module: arguments with their
// offsets in the argument block (argument_reader.h, argument_notes.h), and execution modes.
#include <algorithm>
#include <unordered_map>

#include "compiler/admit/argument_notes.h"
#include "compiler/admit/argument_reader.h"
#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"
#include "compiler/admit/sub_group_size.h"
#include "compiler/admit/type_name.h"

namespace lanewise::admit {
namespace {

class Reflector {
 public:
  Reflector(const Module& module, Layouts layouts, const DeviceLimits& device)
      : module_(module),
        layouts_(std::move(layouts)),
        device_(device),
        arguments_(module, layouts_) {}

  Admissible<std::vector<KernelMetadata>> run() {
    for (const Instruction& i : module_.instructions) collect(i);
    std::vector<KernelMetadata> kernels;
    for (const Instruction* entry : entryPoints_) {
      auto kernel = reflect(*entry);
      if (!kernel) return std::unexpected(kernel.error());
      kernels.push_back(std::move(*kernel));
    }
    return kernels;
  }

 private:
  void collect(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpEntryPoint: entryPoints_.push_back(&i); break;
      case spv::Op::OpExecutionMode:
      case spv::Op::OpExecutionModeId:
        modes_[module_.get(i, OpExecutionMode::kEntryPoint)].push_back(&i);
        break;
      case spv::Op::OpString: notes_.add(module_.get(i, OpString::kString)); break;
      case spv::Op::OpFunction: parameters_ = &functions_[i.resultId]; break;
      case spv::Op::OpFunctionParameter:
        if (parameters_) parameters_->push_back(&i);
        break;
      default: arguments_.collect(i);
    }
  }

  Admissible<KernelMetadata> reflect(const Instruction& entry) {
    KernelMetadata kernel;
    kernel.name = module_.get(entry, OpEntryPoint::kName);
    const uint32_t function = module_.get(entry, OpEntryPoint::kEntryPoint);
    uint64_t offset = 0;
    for (const Instruction* parameter : functions_[function]) {
      auto argument = arguments_.read(*parameter);
      if (!argument)
        return module_.reject(*parameter, "argument " + std::to_string(kernel.arguments.size()) +
                                              " of kernel '" + kernel.name +
                                              "': " + argument.error().text);
      offset = (offset + slotAlignment(*argument) - 1) / slotAlignment(*argument) *
               slotAlignment(*argument);
      argument->offsetBytes = uint32_t(offset);
      offset += argument->sizeBytes;
      if (offset > kMaxArgumentBlockBytes)
        return module_.reject(entry, "the arguments of kernel '" + kernel.name +
                                         "' take more than " +
                                         std::to_string(kMaxArgumentBlockBytes) + " bytes");
      kernel.arguments.push_back(std::move(*argument));
    }
    kernel.argumentBytes = uint32_t(offset);
    notes_.apply(kernel);
    for (const Instruction* mode : modes_[function]) executionMode(kernel, *mode);
    if (const Finding problem = checkSubGroupSize(kernel, device_))
      return module_.reject(entry, problem);
    if (kernel.role != KernelRole::Kernel && !kernel.arguments.empty())
      return module_.reject(entry, "'" + kernel.name + "' is to run by itself, but has arguments");
    return kernel;
  }

  static uint64_t slotAlignment(const KernelArgument& argument) {
    if (argument.kind == ArgumentKind::Value)
      return std::clamp<uint64_t>(argument.alignBytes, 1, kUntypedLocalAlignment);
    return 8;
  }

  void executionMode(KernelMetadata& kernel, const Instruction& i) {
    const auto parameters = module_.get(i, OpExecutionMode::kParameters);
    const auto triple = [&](uint32_t(&out)[3], bool ids) {
      for (size_t n = 0; n < std::min<size_t>(3, parameters.size()); ++n)
        out[n] = ids ? uint32_t(constantValue(module_, parameters[n]).value_or(0)) : parameters[n];
    };
    switch (module_.get(i, OpExecutionMode::kMode)) {
      case spv::ExecutionMode::LocalSize: triple(kernel.requiredLocalSize, false); break;
      case spv::ExecutionMode::LocalSizeId: triple(kernel.requiredLocalSize, true); break;
      case spv::ExecutionMode::LocalSizeHint: triple(kernel.localSizeHint, false); break;
      case spv::ExecutionMode::LocalSizeHintId: triple(kernel.localSizeHint, true); break;
      case spv::ExecutionMode::SubgroupSize:
        kernel.requiredSubGroupSize = parameters.front();
        break;
      case spv::ExecutionMode::SubgroupsPerWorkgroup:
        kernel.requiredSubGroupCount = parameters.front();
        break;
      case spv::ExecutionMode::SubgroupsPerWorkgroupId:
        kernel.requiredSubGroupCount =
            uint32_t(constantValue(module_, parameters.front()).value_or(0));
        break;
      case spv::ExecutionMode::VecTypeHint:
        kernel.vecTypeHint = vectorTypeHintName(parameters.front());
        break;
      case spv::ExecutionMode::Initializer: kernel.role = KernelRole::Initializer; break;
      case spv::ExecutionMode::Finalizer: kernel.role = KernelRole::Finalizer; break;
      default: break;
    }
  }

  const Module& module_;
  const Layouts layouts_;
  const DeviceLimits& device_;
  ArgumentReader arguments_;
  ArgumentNotes notes_;
  std::vector<const Instruction*> entryPoints_;
  std::unordered_map<uint32_t, std::vector<const Instruction*>> modes_, functions_;
  std::vector<const Instruction*>* parameters_ = nullptr;
};

}  // namespace

Admissible<std::vector<KernelMetadata>> reflect(const Module& module, const DeviceLimits& device) {
  auto layouts = Layouts::of(module);
  if (!layouts) return std::unexpected(layouts.error());
  return Reflector(module, std::move(*layouts), device).run();
}

uint64_t globalVariableBytes(const Module& module) {
  auto layouts = Layouts::of(module);
  uint64_t bytes = 0;
  if (!layouts) return bytes;
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpFunction) break;
    if (i.opcode != spv::Op::OpVariable) continue;
    const spv::StorageClass storage = module.get(i, OpVariable::kStorageClass);
    if (storage != spv::StorageClass::CrossWorkgroup &&
        storage != spv::StorageClass::DeviceOnlyINTEL)
      continue;
    if (const Instruction* pointer = module.definition(i.typeId))
      bytes += (*layouts)[module.get(*pointer, OpTypePointer::kType)].sizeBytes;
  }
  return bytes;
}

}  // namespace lanewise::admit
