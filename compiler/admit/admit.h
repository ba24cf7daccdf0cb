// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Validation and legalization of SPIR-V before translation to LLVM IR. admit() returns one module
// that the translator accepts, and the kernel metadata that does not depend on code generation, or
// a diagnostic. README.md has the rules. Called by driver/compiler.cpp.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interface/compile_request.h"
#include "interface/diagnostic.h"
#include "interface/kernel_metadata.h"

namespace lanewise::admit {

struct Admitted {
  std::vector<uint32_t> words;
  /// The modules have lines of the source, which a build without debug information drops.
  bool lostLines = false;
  /// One per OpEntryPoint, in order; symbol and the sizes that only code generation knows are not
  /// filled in.
  std::vector<KernelMetadata> kernels;
  uint64_t globalVariableBytes = 0;
  std::vector<Diagnostic> remarks;
};

/// Whether a later stage defines a function that no module defines.
using IsDefinedLater = std::function<bool(std::string_view name)>;

/// Reads, normalizes, validates and specialises the modules of the request, links them if there are
/// several, applies the rules of the OpenCL environment, and reflects. Time and memory are
/// proportional to the size of the modules.
std::expected<Admitted, Diagnostic> admit(const CompileRequest& request,
                                          const IsDefinedLater& isDefinedLater = {});

/// Does the same as admit() for a module without kernels, whose exported functions stay.
std::expected<std::vector<uint32_t>, Diagnostic> admitFunctions(std::vector<uint8_t> module);

}  // namespace lanewise::admit

namespace lanewise {
using admit::Admitted;
}
