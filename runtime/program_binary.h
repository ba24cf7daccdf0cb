// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What CL_PROGRAM_BINARIES holds: a versioned container of the modules, the options and the
// specialization constants. It is portable between machines; code is made of it again (or found in
// the cache) when it is built.
#pragma once

#include "runtime/program.h"

#include <optional>
#include <span>
#include <vector>

namespace lanewise {

struct ProgramBinary {
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  Program::Parts parts;
};

std::vector<uint8_t> encodeProgramBinary(const ProgramBinary& binary);
/// None for bytes that are no binary of this version, or are damaged.
std::optional<ProgramBinary> decodeProgramBinary(std::span<const uint8_t> bytes);

}  // namespace lanewise
