// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetProgramInfo and clGetProgramBuildInfo: one case for each query.
#include "icd/entry.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/program/program.h"

#include <cstring>
#include <span>
#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

std::vector<std::vector<uint8_t>> binariesOf(const Program& program) {
  std::vector<std::vector<uint8_t>> binaries;
  for (const Ref<Device>& device : program.devices()) binaries.push_back(program.binary(*device));
  return binaries;
}

Status writeBinarySizes(const Program& program, InfoWriter& info) {
  std::vector<size_t> sizes;
  for (const auto& binary : binariesOf(program)) sizes.push_back(binary.size());
  return info.writeArray(sizes);
}

/// The value is an array of pointers to memory of the application, one for each binary.
Status writeBinaries(const Program& program, InfoWriter& info, void* value) {
  std::vector<unsigned char*> targets(program.devices().size());
  if (value) std::memcpy(targets.data(), value, targets.size() * sizeof(targets[0]));
  // Checks the size of the array; InfoWriter writes it unchanged.
  TRY_STATUS(info.writeArray(targets));
  if (!value) return {};
  const auto binaries = binariesOf(program);
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i] && !binaries[i].empty())
      std::memcpy(targets[i], binaries[i].data(), binaries[i].size());
  return {};
}

Status writeKernelNames(const Program& program, InfoWriter& info) {
  TRY(std::vector<std::string> names, program.kernelNames());
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : ";") + name;
  return info.writeText(joined);
}

Status writeKernelCount(const Program& program, InfoWriter& info) {
  TRY(std::vector<std::string> names, program.kernelNames());
  return info.write<size_t>(names.size());
}

}  // namespace

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
                                    size_t param_value_size, void* param_value,
                                    size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Program & self, get<Program>(program));
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PROGRAM_REFERENCE_COUNT: return info.write<cl_uint>(self.apiCount());
      case CL_PROGRAM_CONTEXT: return info.write<cl_context>(self.context().handle());
      case CL_PROGRAM_NUM_DEVICES: return info.write<cl_uint>(cl_uint(self.devices().size()));
      case CL_PROGRAM_DEVICES: return info.writeHandles(self.devices());
      case CL_PROGRAM_SOURCE: return info.writeText(self.source());
      case CL_PROGRAM_IL: return info.writeArray(self.il());
      case CL_PROGRAM_BINARY_SIZES: return writeBinarySizes(self, info);
      case CL_PROGRAM_BINARIES:
        // The array has fewer pointers than the program has devices.
        if (param_value && param_value_size < self.devices().size() * sizeof(unsigned char*))
          return {CL_INVALID_VALUE, "param_value_size " + std::to_string(param_value_size) +
                                        " is less than the pointers of " +
                                        std::to_string(self.devices().size()) + " devices"};
        return writeBinaries(self, info, param_value);
      // These queries need an executable.
      case CL_PROGRAM_NUM_KERNELS: return writeKernelCount(self, info);
      case CL_PROGRAM_KERNEL_NAMES: return writeKernelNames(self, info);
      case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT: {
        TRY(const bool present, self.hasInitializers());
        return info.write<cl_bool>(present);
      }
      case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT: {
        TRY(const bool present, self.hasFinalizers());
        return info.write<cl_bool>(present);
      }
    }
    return unknownName(param_name);
  });
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                         cl_program_build_info param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return entry(__func__, [&]() -> Status {
    TRY(Program & self, get<Program>(program));
    // Not a device of the program.
    TRY(Device & on, deviceOf(self, device));
    const bool needsResult =
        param_name != CL_PROGRAM_BUILD_STATUS && param_name != CL_PROGRAM_BUILD_OPTIONS;
    const Program::DeviceBuild build = needsResult ? self.finishedBuild(on) : self.deviceBuild(on);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PROGRAM_BUILD_STATUS: return info.write<cl_build_status>(build.status);
      case CL_PROGRAM_BUILD_OPTIONS: return info.writeText(build.options);
      case CL_PROGRAM_BUILD_LOG: return info.writeText(build.log);
      case CL_PROGRAM_BINARY_TYPE: return info.write<cl_program_binary_type>(build.binaryType);
      case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return info.write<size_t>(build.globalVariableBytes);
    }
    return unknownName(param_name);
  });
}
