// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end: OpenCL C and C++ for OpenCL to SPIR-V, with Clang in process. Only this
// folder includes Clang. What comes out enters the one way in (admit/), as if
// the application had given it.
#pragma once

#include "interface/compile_reply.h"
#include "interface/compile_request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanewise {

struct FrontEndResult {
  /// Empty when the program has errors.
  std::vector<uint8_t> spirv;
  /// Clang's diagnostics, warnings too, with carets; names of files as the user gave them.
  std::string log;
  /// What was looked for in folders of -I.
  std::vector<Dependency> files;
  /// As CompileReply has it.
  bool passing = false;
};

/// Any thread; one compilation's state is its own.
FrontEndResult compileSource(const SourceProgram& program);

}  // namespace lanewise
