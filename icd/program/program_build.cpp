// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clBuildProgram, clCompileProgram and clLinkProgram: lists of devices, headers and programs are
// checked here; runtime/program does the work.
#include "icd/entry.h"
#include "icd/validate.h"
#include "runtime/program/program.h"

#include <span>
#include <vector>

using namespace lanewise;
using namespace lanewise::icd;

namespace {

/// The devices of an optional list, each of the program or context that owns them.
template <class Owner>
Result<std::vector<Device*>> deviceList(const Owner& owner, cl_uint count,
                                        const cl_device_id* list) {
  // One of list and count is given without the other.
  TRY_STATUS(checkList("num_devices", count, "device_list", list));
  // An element is not a device, or not one of the program's (of the context's).
  return devicesOf(owner, std::span(list, count));
}

Result<std::vector<Program*>> programList(cl_uint count, const cl_program* list) {
  std::vector<Program*> programs;
  for (cl_program handle : std::span(list, count)) {
    TRY(Program & program, get<Program>(handle));
    programs.push_back(&program);
  }
  return programs;
}

Result<std::vector<SourceHeader>> headerList(const Context& context, cl_uint count,
                                             const cl_program* list, const char** names) {
  TRY(std::vector<Program*> programs, programList(count, list));
  std::vector<SourceHeader> headers;
  for (cl_uint i = 0; i < count; ++i) {
    // A header belongs to a different context than the program.
    if (&programs[i]->context() != &context) return fail(CL_INVALID_CONTEXT);
    if (!programs[i]->isSource()) return fail(CL_INVALID_PROGRAM);
    if (!names[i])
      return fail(CL_INVALID_VALUE, "header_include_names[" + std::to_string(i) + "] is null");
    headers.push_back({names[i], programs[i]->source()});
  }
  return headers;
}

}  // namespace

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices,
                                  const cl_device_id* device_list, const char* options,
                                  void(CL_CALLBACK* pfn_notify)(cl_program, void*),
                                  void* user_data) {
  return entry(__func__, [&]() -> Status {
    TRY(Program & self, get<Program>(program));
    // user_data without the notify function.
    TRY_STATUS(checkUserData(pfn_notify, user_data));
    TRY(std::vector<Device*> devices, deviceList(self, num_devices, device_list));
    // Invalid options, a build in progress, kernels attached, a failed build: Program::build.
    return self.build(devices, options, pfn_notify, user_data);
  });
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                    const cl_device_id* device_list, const char* options,
                                    cl_uint num_input_headers, const cl_program* input_headers,
                                    const char** header_include_names,
                                    void(CL_CALLBACK* pfn_notify)(cl_program, void*),
                                    void* user_data) {
  return entry(__func__, [&]() -> Status {
    TRY(Program & self, get<Program>(program));
    // Headers are given incompletely.
    TRY_STATUS(checkList("num_input_headers", num_input_headers, "input_headers", input_headers));
    TRY_STATUS(checkList("num_input_headers", num_input_headers, "header_include_names",
                         header_include_names));
    // A header is not a program, or not one from source.
    TRY(auto headers,
        headerList(self.context(), num_input_headers, input_headers, header_include_names));
    // user_data without the notify function.
    TRY_STATUS(checkUserData(pfn_notify, user_data));
    TRY(std::vector<Device*> devices, deviceList(self, num_devices, device_list));
    // Invalid options, neither source nor IL, a build in progress, kernels attached:
    // Program::compile.
    return self.compile(devices, options, std::move(headers), pfn_notify, user_data);
  });
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                     const cl_device_id* device_list, const char* options,
                                     cl_uint num_input_programs, const cl_program* input_programs,
                                     void(CL_CALLBACK* pfn_notify)(cl_program, void*),
                                     void* user_data, cl_int* errcode_ret) {
  // A link that has begun creates a program, even if it fails.
  Status linked;
  const auto link = [&]() -> Result<Program*> {
    TRY(Context & in, get<Context>(context));
    // No programs.
    TRY_STATUS(
        checkNotEmpty("num_input_programs", num_input_programs, "input_programs", input_programs));
    TRY(std::vector<Program*> programs, programList(num_input_programs, input_programs));
    // A program belongs to a different context.
    for (const Program* program : programs)
      if (&program->context() != &in) return fail(CL_INVALID_CONTEXT);
    // user_data without the notify function.
    TRY_STATUS(checkUserData(pfn_notify, user_data));
    TRY(std::vector<Device*> devices, deviceList(in, num_devices, device_list));
    // Invalid options, programs not compiled for a device: Program::link.
    return Program::link(in, devices, options, programs, pfn_notify, user_data, linked);
  };
  return create(__func__, errcode_ret, link, linked);
}
