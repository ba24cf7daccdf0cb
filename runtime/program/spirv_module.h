// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The little that the runtime itself reads in a SPIR-V module: whether the words are one, and its
// specialization constants. What the module means is for the compiler.
#pragma once

#include "runtime/base/status.h"

#include <cstdint>
#include <map>
#include <span>

namespace lanewise {

struct SpirvModule {
  /// SpecId -> bytes that clSetProgramSpecializationConstant takes (1 for a boolean).
  std::map<uint32_t, uint32_t> constantBytes;
};

/// CL_INVALID_VALUE with a message that names the word, if the bytes are not a SPIR-V module of a
/// version up to 1.6 in little-endian words, each instruction whole.
Result<SpirvModule> readSpirvModule(std::span<const std::byte> bytes);

}  // namespace lanewise
