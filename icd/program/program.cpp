// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateProgram*, retain and release, clSetProgramSpecializationConstant, clUnloadCompiler.
// program_build.cpp has builds, program_info.cpp queries.
#include "runtime/program/program.h"
#include "icd/entry.h"
#include "icd/platform/default_platform.h"
#include "icd/validate.h"
#include "runtime/base/cl_names.h"
#include "runtime/compiler_process/compiler_client.h"

#include <algorithm>
#include <span>
#include <string_view>

using namespace lanewise;
using namespace lanewise::icd;

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                 const char** strings, const size_t* lengths,
                                                 cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Program*> {
    TRY(Context & in, get<Context>(context));
    // count is 0, strings is null, or one of them is null.
    TRY_STATUS(checkNotEmpty("count", count, "strings", strings));
    std::string source;
    for (cl_uint i = 0; i < count; ++i) {
      if (!strings[i]) return fail(CL_INVALID_VALUE, "strings[" + std::to_string(i) + "] is null");
      if (lengths && lengths[i] != 0)
        source.append(strings[i], lengths[i]);
      else
        source += strings[i];
    }
    return Program::createWithSource(in, std::move(source));
  });
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void* il, size_t length,
                                             cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Program*> {
    TRY(Context & in, get<Context>(context));
    // il is null or length is 0.
    TRY_STATUS(checkNotEmpty("length", length, "il", il));
    // The bytes are not well-formed IL: createWithIl.
    return Program::createWithIl(in, {static_cast<const std::byte*>(il), length});
  });
}

cl_program CL_API_CALL clCreateProgramWithILKHR(cl_context context, const void* il, size_t length,
                                                cl_int* errcode_ret) {
  return clCreateProgramWithIL(context, il, length, errcode_ret);
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                 const cl_device_id* device_list,
                                                 const size_t* lengths,
                                                 const unsigned char** binaries,
                                                 cl_int* binary_status, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Program*> {
    TRY(Context & in, get<Context>(context));
    // No devices.
    TRY_STATUS(checkNotEmpty("num_devices", num_devices, "device_list", device_list));
    // An element is not a device of the context.
    TRY(const std::vector<Device*> devices, devicesOf(in, std::span(device_list, num_devices)));
    // lengths or binaries is null, or one of their elements is 0 or null.
    TRY_STATUS(checkGiven("lengths", lengths));
    TRY_STATUS(checkGiven("binaries", binaries));
    std::vector<std::span<const uint8_t>> bytes;
    for (cl_uint i = 0; i < num_devices; ++i) {
      if (lengths[i] == 0 || !binaries[i]) {
        if (binary_status) binary_status[i] = CL_INVALID_VALUE;
        return fail(CL_INVALID_VALUE, (binaries[i] ? "lengths[" : "binaries[") + std::to_string(i) +
                                          (binaries[i] ? "] is 0" : "] is null"));
      }
      bytes.emplace_back(binaries[i], lengths[i]);
    }
    // A binary that Lanewise did not write: createWithBinaries.
    return Program::createWithBinaries(
        in, devices, bytes,
        binary_status ? std::span(binary_status, num_devices) : std::span<cl_int>());
  });
}

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                         const cl_device_id* device_list,
                                                         const char* kernel_names,
                                                         cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Program*> {
    TRY(Context & in, get<Context>(context));
    // No devices.
    TRY_STATUS(checkNotEmpty("num_devices", num_devices, "device_list", device_list));
    // kernel_names is null, or names a built-in kernel: no device has any.
    TRY_STATUS(checkGiven("kernel_names", kernel_names));
    // An element is not a device of the context.
    TRY(const auto devices [[maybe_unused]], devicesOf(in, std::span(device_list, num_devices)));
    return fail(CL_INVALID_VALUE, "no device has built-in kernels");
  });
}

cl_int CL_API_CALL clRetainProgram(cl_program program) {
  return retain<Program>(__func__, program);
}

cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return release<Program>(__func__, program);
}

cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program,
                                               void(CL_CALLBACK* pfn_notify)(cl_program, void*),
                                               void* user_data) {
  return entry(__func__, [&]() -> Status {
    TRY(Program & self, get<Program>(program));
    // No function.
    TRY_STATUS(checkGiven("pfn_notify", pfn_notify));
    // There are no destructors. The specification refuses only devices without support for them;
    // the conformance suite takes every device of OpenCL 3.0 for one.
    if (const auto has = self.hasFinalizers(); !has || !*has)
      return {CL_INVALID_OPERATION, "the program has no destructors, or is not built"};
    return self.addReleaseCallback(pfn_notify, user_data);
  });
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
                                                      size_t spec_size, const void* spec_value) {
  return entry(__func__, [&]() -> Status {
    TRY(Program & self, get<Program>(program));
    // The program was not created from IL.
    if (self.il().empty()) return CL_INVALID_PROGRAM;
    // No value; an unknown spec_id and a wrong spec_size: setSpecializationConstant.
    TRY_STATUS(checkGiven("spec_value", spec_value));
    return self.setSpecializationConstant(spec_id, spec_size, spec_value);
  });
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return entry(__func__, [&]() -> Status {
    TRY(Platform & self [[maybe_unused]], get<Platform>(platform));
    CompilerClient::get().unload();
    return {};
  });
}

cl_int CL_API_CALL clUnloadCompiler() {
  return entry(__func__, []() -> Status {
    CompilerClient::get().unload();
    return {};
  });
}
