// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ProgramBinary: the bytes of CL_PROGRAM_BINARIES. A checksum over everything; what a program is
// made of, in a form that every version reads; replies of compilers, which the version that wrote
// them reads (stored_build.h). The host and lanewise-cc write it.
#pragma once

#include "interface/stored_build.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

/// A value of a specialization constant.
struct LastingConstant {
  uint32_t module = 0;  // index
  uint32_t id = 0;
  std::vector<uint8_t> bytes;
  bool operator==(const LastingConstant&) const = default;
};

/// LastingProgram::type of an executable: CL_PROGRAM_BINARY_TYPE_EXECUTABLE.
inline constexpr uint32_t kExecutableBinary = 4;

/// What a program is made of. Fields never change: another form has another magic number.
struct LastingProgram {
  uint32_t type = kExecutableBinary;  // cl_program_binary_type
  bool takesLinkOptions = true;       // of a library
  std::vector<std::string> options;   // of clBuildProgram (code_options.def)
  std::vector<std::vector<uint8_t>> modules;
  std::vector<LastingConstant> constants;
  bool operator==(const LastingProgram&) const = default;
};

/// An executable of the modules, constants and options of the request.
LastingProgram lastingProgram(CompileRequest parts);

struct ProgramBinary {
  LastingProgram program;
  std::vector<StoredReply> replies;
};

std::vector<uint8_t> encode(ProgramBinary binary);
/// None for bytes that are no program binary, or are damaged. Without replies if another version
/// wrote them.
std::optional<ProgramBinary> decodeProgramBinary(std::span<const uint8_t> bytes);

}  // namespace lanewise
