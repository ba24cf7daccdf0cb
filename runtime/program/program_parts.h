// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ProgramParts: what an executable is made of, for one device, and the compile requests that follow
// from it. A compiled object and a library are parts without code. Used by program_build.cpp for
// builds and by program.cpp for program binaries.
#pragma once

#include "interface/compile_request.h"
#include "interface/program_binary.h"
#include "runtime/base/status.h"
#include "runtime/device/device.h"

#include <memory>
#include <optional>
#include <vector>

namespace lanewise {

struct BuildOptions;

struct ProgramParts {
  /// Set until the source is compiled. The module that is made of it then replaces it.
  std::shared_ptr<const SourceProgram> source;
  std::vector<std::shared_ptr<const std::vector<uint8_t>>> modules;
  std::vector<SpecializationConstant> constants;
  CodeOptions options;
  /// Replies from a program binary to the request for exactly these parts; null if there are none.
  std::shared_ptr<const std::vector<StoredReply>> replies;
  /// False for a library made without -enable-link-options: a link does not change its options.
  bool takesLinkOptions = true;

  uint64_t moduleBytes() const;
};

/// The request for linked code that the device runs.
CompileRequest codeRequest(const ProgramParts& parts, const Device& device);
/// The request for code of kernels that a reply to codeRequest() has deferred: `which` of its
/// `bitcode`.
CompileRequest bitcodeRequest(const ProgramParts& parts, const Device& device,
                              const CompileReply& reply, std::span<const size_t> which);
/// The request for the module of parts.source.
CompileRequest moduleRequest(const ProgramParts& parts);

/// The parts without code as a program binary has them.
LastingProgram lastingProgram(const ProgramParts& parts, cl_program_binary_type type);
/// The parts in a program binary; none if they are no program, or have an option that this version
/// does not know.
std::optional<ProgramParts> partsOf(ProgramBinary binary);

/// The options of a later build or link step on top of those that the parts were made with.
CodeOptions added(CodeOptions options, const CodeOptions& more);
/// The parts of a link. \pre `inputs` is not empty.
ProgramParts linked(std::span<const std::shared_ptr<const ProgramParts>> inputs,
                    const BuildOptions& options);

}  // namespace lanewise
