// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The source line of an instruction, for messages about faults.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace lanewise {

/// "program.cl:12", from the line table (DWARF 4 or 5) of an ELF file. `address` is one of the
/// file. Empty if the file has no line for it.
std::string sourceLine(std::span<const uint8_t> file, uint64_t address);

}  // namespace lanewise
