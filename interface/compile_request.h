// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompileRequest: what the host asks of the compiler. No LLVM, no OpenCL.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

/// One value given by clSetProgramSpecializationConstant.
struct SpecializationConstant {
  uint32_t id = 0;
  std::vector<uint8_t> bytes;  // little-endian, as many as the constant's type has
  uint32_t module = 0;         // that it is for: index in CompileRequest::modules
  bool operator==(const SpecializationConstant&) const = default;
};

/// What the options of clBuildProgram say about code generation: rows of code_options.def.
struct CodeOptions {
#define CODE_OPTION(member, option, whole) bool member = false;
#include "interface/code_options.def"
  bool operator==(const CodeOptions&) const = default;
};

/// A header of clCompileProgram: the name that #include asks for, and its text.
struct SourceHeader {
  std::string name;
  std::string text;
  bool operator==(const SourceHeader&) const = default;
};

/// A program in OpenCL C or C++ for OpenCL.
struct SourceProgram {
  std::string text;
  std::vector<SourceHeader> headers;
  /// The options of clBuildProgram that concern the language, one word each: -D, -I (absolute
  /// folders), -w, -Werror, -cl-std=..., -cl-single-precision-constant, -g, ...
  std::vector<std::string> options;
  bool operator==(const SourceProgram&) const = default;
};

/// What a request is for.
enum class Goal : uint8_t {
  Code,    // `modules` to linked code
  Module,  // `source` to a SPIR-V module
};

struct CompileRequest {
  Goal goal = Goal::Code;
  SourceProgram source;
  /// SPIR-V modules as given by the application; linked when there are several.
  std::vector<std::vector<uint8_t>> modules;
  std::vector<SpecializationConstant> specializationConstants;
  CodeOptions options;
  /// A row of interface/microarchitectures.def ("x86-64-v3"), or "native".
  std::string level = "native";
  /// Where the level is "native": tells CPUs apart that code may not be exchanged between. Nothing
  /// is made of it; two requests for two CPUs are not the same.
  std::string cpu;
  /// Names of stages to dump (LANEWISE_DUMP) and the folder to write them to.
  std::vector<std::string> dumpStages;
  std::string dumpFolder;
  bool operator==(const CompileRequest&) const = default;
};

std::vector<uint8_t> encode(const CompileRequest& request);
/// None if the bytes are not exactly one request.
std::optional<CompileRequest> decodeRequest(std::span<const uint8_t> bytes);

}  // namespace lanewise
