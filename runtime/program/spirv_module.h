// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime itself reads from a SPIR-V module: whether it is well-formed, and its
// specialization constants. The compiler does the rest.
#pragma once

#include "runtime/base/status.h"

#include <cstdint>
#include <map>
#include <span>

namespace lanewise {

struct SpirvModule {
  /// SpecId -> size for clSetProgramSpecializationConstant in bytes (1 for a boolean).
  std::map<uint32_t, uint32_t> constantBytes;
};

/// CL_INVALID_VALUE with a message that names the word, if the bytes are not a SPIR-V module of a
/// version up to 1.6 in little-endian words, each instruction whole.
Result<SpirvModule> readSpirvModule(std::span<const std::byte> bytes);

}  // namespace lanewise
