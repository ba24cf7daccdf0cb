// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that happens to SPIR-V before LLVM sees it. compiler.cpp calls admit() first; what
// comes back is one module that the translator can take, and the facts about its kernels that do
// not need code generation. A refusal is one text for the build log. See README.md for the rules.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "interface/compile_request.h"
#include "interface/diagnostic.h"
#include "interface/kernel_metadata.h"

namespace lanewise::admit {

struct Admitted {
  std::vector<uint32_t> words;
  /// One per OpEntryPoint, in order; symbol and the sizes that only code generation knows are not
  /// filled in.
  std::vector<KernelMetadata> kernels;
  uint64_t globalVariableBytes = 0;
};

/// Reads, normalizes, validates and specialises the modules of the request, links them if there are
/// several, applies the rules of the OpenCL environment, and reflects. Time and memory are
/// proportional to the size of the modules.
std::expected<Admitted, Diagnostic> admit(const CompileRequest& request);

}  // namespace lanewise::admit

namespace lanewise {
using admit::Admitted;
}
