// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Look-up in the table of constant_names.def.
#include "runtime/base/constant_names.h"

#include <CL/cl_ext.h>

namespace lanewise {

std::string_view errorName(cl_int code) {
  switch (code) {
#define ERROR(name) \
  case name: return #name;
#include "runtime/base/constant_names.def"
  }
  return "unknown";
}

std::string_view commandName(cl_command_type type) {
  switch (type) {
#define COMMAND(name) \
  case name: return #name;
#include "runtime/base/constant_names.def"
  }
  return "unknown";
}

std::string errorText(cl_int code) {
  std::string text = std::to_string(code);
  if (code != CL_SUCCESS) text.append(" (").append(errorName(code)).append(")");
  return text;
}

}  // namespace lanewise
