// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompileRequest: what the host sends to the compiler. No LLVM, no OpenCL.
#pragma once

#include "interface/kernel_metadata.h"
#include "interface/launch_kind.h"

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
  uint32_t module = 0;         // index in CompileRequest::modules
  bool operator==(const SpecializationConstant&) const = default;
};

/// Options of clBuildProgram that affect code generation: the rows of code_options.def.
struct CodeOptions {
#define CODE_OPTION(member, option, whole) bool member = false;
#include "interface/code_options.def"
  bool operator==(const CodeOptions&) const = default;
};

/// A header of clCompileProgram: its name in #include directives, and its text.
struct SourceHeader {
  std::string name;
  std::string text;
  bool operator==(const SourceHeader&) const = default;
};

/// A program in OpenCL C or C++ for OpenCL.
struct SourceProgram {
  std::string text;
  std::vector<SourceHeader> headers;
  /// The options of clBuildProgram for the front end, one word each: -D, -I (absolute
  /// folders), -w, -Werror, -cl-std=..., -cl-single-precision-constant, -g, ...
  std::vector<std::string> options;
  /// Where `#include "name"` is searched after `headers` and before the folders of -I: an absolute
  /// folder, the current one of the application. Empty: nowhere, or the program includes nothing.
  std::string folder = {};
  bool operator==(const SourceProgram&) const = default;
};

/// What the compiler is given, and what its reply contains.
enum class Goal : uint8_t {
  ModulesToCode,   // `modules` to linked code
  SourceToModule,  // `source` to a SPIR-V module
  SourceToCode,    // `source` to a SPIR-V module and its linked code
  BitcodeToCode,   // `bitcode` of an earlier reply to linked code
};

/// Whether a reply may have bitcode of its kernels instead of code (KernelBitcode).
enum class DeferCode : uint8_t {
  Never,
  WhereLong,  // where code generation takes long, and kernels share no code
  Always,     // wherever it can: for tests
};

/// What the tables of extensions and sub-group sizes have and the device has not
/// (docs/small-devices.md). Empty: the device has all of it.
struct DeviceLimits {
  /// Extensions and features, rows of extensions.def. SPIR-V capabilities that only these admit
  /// are not supported.
  std::vector<std::string> without;
  /// Sizes of sub-groups that kernels may require, rows of sub_group_sizes.def. The first one is
  /// that of other kernels.
  std::vector<uint32_t> subGroupSizes;
  bool operator==(const DeviceLimits&) const = default;
};

struct CompileRequest {
  Goal goal = Goal::ModulesToCode;
  /// Empty unless the goal names it.
  SourceProgram source;
  /// SPIR-V modules as given by the application; linked when there are several. Empty unless the
  /// goal names them.
  std::vector<std::vector<uint8_t>> modules;
  std::vector<SpecializationConstant> specializationConstants;
  CodeOptions options;
  /// A row of interface/microarchitectures.def, or "native".
  std::string level = "native";
  /// Identifies the features of the CPU if the level is "native". The compiler ignores it. It makes
  /// the requests of different CPUs different for the cache.
  std::string cpu;
  DeviceLimits device;
  /// Work-items that run as one vector, for all kernels; 1: one after another; 0: the compiler
  /// chooses for each kernel.
  uint32_t lanes = 0;
  /// The tier of code for all launches, where the kernel permits it. First: Quick if the program
  /// has many kernels. The code for `kinds` has Tier::Kind.
  Tier tier = Tier::First;
  /// The compiler crashed for the same request: the front end does without what Clang is known to
  /// crash in, and notes the place that it has reached.
  bool hasCrashed = false;
  /// The compiler exceeded its limit of time for the same request: the code is not optimized, and
  /// kernels run one work-item after another.
  bool hasExceededTime = false;
  /// One kernel, for launches of one kind only. None: all kernels, for all launches.
  std::vector<LaunchKind> kinds;
  DeferCode deferCode = DeferCode::Never;
  /// KernelBitcode::bytes of an earlier reply, and the metadata of the kernels in it. The options,
  /// the level and the device are those of that request. Empty unless the goal names it.
  std::vector<std::vector<uint8_t>> bitcode;
  std::vector<KernelMetadata> kernels;
  /// Names of stages to dump (LANEWISE_DUMP) and the folder to write them to.
  std::vector<std::string> dumpStages;
  std::string dumpFolder;
  bool operator==(const CompileRequest&) const = default;
};

std::vector<uint8_t> encode(const CompileRequest& request);
/// None if the bytes are not exactly one request.
std::optional<CompileRequest> decodeRequest(std::span<const uint8_t> bytes);
/// The source of an encoded request, without a copy of its modules. None if the bytes do not begin
/// as a request does.
std::optional<SourceProgram> decodeSource(std::span<const uint8_t> bytes);

}  // namespace lanewise
