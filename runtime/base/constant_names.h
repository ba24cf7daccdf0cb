// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of OpenCL's constants, for messages that give a number.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace lanewise {

/// "CL_OUT_OF_RESOURCES"; "unknown" for a number that is not an error code. Ends in NUL.
std::string_view errorName(cl_int code);
/// "CL_COMMAND_MARKER"; "unknown" for another number. Ends in NUL.
std::string_view commandName(cl_command_type type);

/// "-5 (CL_OUT_OF_RESOURCES)"; "0" for CL_SUCCESS.
std::string errorText(cl_int code);

/// "0x11f0"
inline std::string hexText(uint64_t value) {
  char text[19];
  std::snprintf(text, sizeof text, "%#jx", uintmax_t(value));
  return text;
}

}  // namespace lanewise
