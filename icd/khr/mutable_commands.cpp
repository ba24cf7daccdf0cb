// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutable recorded launches: clUpdateMutableCommandsKHR and queries of them.
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/kernel/kernel_arguments.h"
#include "icd/queue/nd_range.h"
#include "icd/validate.h"
#include "runtime/base/constant_names.h"
#include "runtime/program/program.h"
#include "runtime/recording/command_buffer.h"

#include <algorithm>
#include <unordered_map>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// CL_INVALID_OPERATION: `changes` contains a field that was not recorded as mutable.
Status checkField(const MutableCommand& command, bool changes,
                  cl_mutable_dispatch_fields_khr field) {
  if (!changes || (command.fields() & field)) return {};
  return {CL_INVALID_OPERATION,
          "CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR of the launch lacks field " +
              std::to_string(field)};
}

Status checkConfig(const MutableCommand& command, const cl_mutable_dispatch_config_khr& config,
                   const NdRange& range) {
  if (config.work_dim != 0 && config.work_dim != range.workDim)
    return {CL_INVALID_OPERATION, "work_dim " + std::to_string(config.work_dim) +
                                      " differs from the recorded " +
                                      std::to_string(range.workDim)};
  TRY_STATUS(checkField(command, config.global_work_offset, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR));
  TRY_STATUS(checkField(command, config.global_work_size, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR));
  TRY_STATUS(checkField(command, config.local_work_size, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR));
  TRY_STATUS(checkField(command, config.num_args || config.num_svm_args,
                        CL_MUTABLE_DISPATCH_ARGUMENTS_KHR));
  TRY_STATUS(checkField(command, config.num_exec_infos, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR));
  TRY_STATUS(checkList("num_args", config.num_args, "arg_list", config.arg_list));
  TRY_STATUS(checkList("num_svm_args", config.num_svm_args, "arg_svm_list", config.arg_svm_list));
  return checkList("num_exec_infos", config.num_exec_infos, "exec_info_list",
                   config.exec_info_list);
}

/// All work-groups have the same size. (A local size chosen by the runtime is no change.)
bool isUniform(const NdRange& range) {
  for (int d = 0; d < 3; ++d)
    if (range.localSize[d] && range.globalSize[d] % range.localSize[d]) return false;
  return true;
}

/// The range after the changes of the config. The errors of clEnqueueNDRangeKernel, and
/// CL_INVALID_OPERATION if work-groups become non-uniform, or the reverse.
Result<NdRange> changedRange(const Kernel& kernel, const cl_mutable_dispatch_config_khr& config,
                             const NdRange& before) {
  size_t offset[3], size[3], local[3];
  const bool hasLocal = config.local_work_size || before.localSize[0];
  for (uint32_t d = 0; d < before.workDim; ++d) {
    offset[d] = config.global_work_offset ? config.global_work_offset[d] : before.globalOffset[d];
    size[d] = config.global_work_size ? config.global_work_size[d] : before.globalSize[d];
    local[d] = config.local_work_size ? config.local_work_size[d] : before.localSize[d];
  }
  NdRange after;
  TRY_STATUS(globalRange(before.workDim, offset, size, after));
  TRY_STATUS(localRange(kernel, hasLocal ? local : nullptr, after));
  if (isUniform(before) != isUniform(after))
    return fail(CL_INVALID_OPERATION,
                "the update changes whether all work-groups have the same size");
  return after;
}

Status changeDispatch(const MutableCommand& command, const cl_mutable_dispatch_config_khr& config,
                      Dispatch& dispatch) {
  TRY_STATUS(checkConfig(command, config, dispatch.range));
  Kernel& kernel = *dispatch.arguments;
  for (const auto& argument : std::span(config.arg_list, config.num_args))
    TRY_STATUS(setArgument(kernel, argument.arg_index, argument.arg_size, argument.arg_value));
  for (const auto& argument : std::span(config.arg_svm_list, config.num_svm_args))
    TRY_STATUS(setSvmArgument(kernel, argument.arg_index, argument.arg_value));
  for (const auto& info : std::span(config.exec_info_list, config.num_exec_infos))
    TRY_STATUS(setExecInfo(kernel, info.param_name, info.param_value_size, info.param_value));
  TRY(dispatch.range, changedRange(kernel, config, dispatch.range));
  return {};
}

/// The launches after the update. Configs of one launch are applied in sequence.
Result<std::vector<DispatchUpdate>> readConfigs(CommandBuffer& buffer, cl_uint count,
                                                const cl_command_buffer_update_type_khr* types,
                                                const void** configs) {
  std::vector<DispatchUpdate> updates;
  std::unordered_map<MutableCommand*, size_t> placeOf;
  for (cl_uint i = 0; i < count; ++i) {
    // An unknown type, or no config.
    if (types[i] != CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR || !configs[i])
      return fail(CL_INVALID_VALUE, configs[i] ? "unknown config_types[" + std::to_string(i) +
                                                     "] " + hexText(types[i])
                                               : "configs[" + std::to_string(i) + "] is null");
    const auto& config = *static_cast<const cl_mutable_dispatch_config_khr*>(configs[i]);
    TRY(MutableCommand & command, get<MutableCommand>(config.command));
    // A command of another command buffer.
    if (&command.buffer() != &buffer) return fail(CL_INVALID_MUTABLE_COMMAND_KHR);
    const auto [place, isNew] = placeOf.try_emplace(&command, updates.size());
    if (isNew) updates.push_back({&command, buffer.draftOf(command)});
    TRY_STATUS(changeDispatch(command, config, updates[place->second].dispatch));
  }
  return updates;
}

}  // namespace

cl_int CL_API_CALL clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer,
                                              cl_uint num_configs,
                                              const cl_command_buffer_update_type_khr* config_types,
                                              const void** configs) {
  return entry(__func__, [&]() -> Status {
    TRY(CommandBuffer & buffer, get<CommandBuffer>(command_buffer));
    // Not finalized.
    if (buffer.state() == CL_COMMAND_BUFFER_STATE_RECORDING_KHR) return CL_INVALID_OPERATION;
    // Created without CL_COMMAND_BUFFER_MUTABLE_KHR.
    if (!buffer.isMutable())
      return {CL_INVALID_OPERATION,
              "the command buffer was created without CL_COMMAND_BUFFER_MUTABLE_KHR"};
    TRY_STATUS(checkList("num_configs", num_configs, "config_types", config_types));
    TRY_STATUS(checkList("num_configs", num_configs, "configs", configs));
    TRY(auto updates, readConfigs(buffer, num_configs, config_types, configs));
    // Local memory or the spill area is too large (CL_OUT_OF_RESOURCES).
    return buffer.update(updates);
  });
}

cl_int CL_API_CALL clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                              cl_mutable_command_info_khr param_name,
                                              size_t param_value_size, void* param_value,
                                              size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(MutableCommand & self, get<MutableCommand>(command));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    CommandBuffer& buffer = self.buffer();
    const auto writeSizes = [&](const uint64_t(NdRange::* sizes)[3]) {
      const NdRange range = buffer.rangeOf(self);
      size_t values[3];
      std::copy_n(range.*sizes, 3, values);
      return info.writeArray(std::span(values, range.workDim));
    };
    switch (param_name) {
      case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
        return info.write<cl_command_queue>(self.queue().handle());
      case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
        return info.write<cl_command_buffer_khr>(buffer.handle());
      case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
        return info.write<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL);
      case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR: return info.writeArray(self.properties());
      case CL_MUTABLE_DISPATCH_KERNEL_KHR: return info.write<cl_kernel>(self.kernel().handle());
      case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
        return info.write<cl_uint>(buffer.rangeOf(self).workDim);
      case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR: return writeSizes(&NdRange::globalOffset);
      case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR: return writeSizes(&NdRange::globalSize);
      case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR: return writeSizes(&NdRange::localSize);
    }
    return unknownName(param_name);
  });
}
