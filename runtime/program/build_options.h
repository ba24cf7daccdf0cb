// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The option text of clBuildProgram, clCompileProgram and clLinkProgram as a value. The options
// themselves are rows of build_options.def.
#pragma once

#include "interface/compile_request.h"
#include "runtime/base/status.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

/// The call that the text is for: determines the error code and the valid options.
enum class BuildStep : uint8_t { Build = 1, Compile = 2, Link = 4 };

struct BuildOptions {
  CodeOptions code;
  /// The words for the front end.
  std::vector<std::string> language;
  /// The language has non-uniform work-groups: OpenCL C 2.0 and newer, C++ for OpenCL.
  bool nonUniformGroups = false;
  bool createLibrary = false;
  bool enableLinkOptions = false;
  /// Checks of interface/checks.def, separated by commas.
  void addChecks(std::string_view checks);
  bool operator==(const BuildOptions&) const = default;
};

/// CL_INVALID_BUILD_OPTIONS, CL_INVALID_COMPILER_OPTIONS or CL_INVALID_LINKER_OPTIONS with a
/// message that names the option.
Result<BuildOptions> parseBuildOptions(std::string_view text, BuildStep step);

}  // namespace lanewise
