// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompileReply: the result of a CompileRequest. No LLVM, no OpenCL.
#pragma once

#include "interface/dependency.h"
#include "interface/diagnostic.h"
#include "interface/kernel_metadata.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

enum class Outcome : uint8_t {
  Ok,
  BadRequest,  // the message could not be decoded
  Rejected,    // a diagnostic says that the program is not valid, or uses what is not supported
  Failed,      // a diagnostic reports an internal error, no usable compiler or a limit
};

/// What `diagnostics` make of a build: Ok, Rejected or Failed.
Outcome outcomeOf(std::span<const Diagnostic> diagnostics);

/// Time of one stage. CPU time includes all threads of the process.
struct StageTime {
  std::string name;
  uint32_t wallMicroseconds = 0;
  uint32_t cpuMicroseconds = 0;
  bool operator==(const StageTime&) const = default;
};

/// Kernels whose machine code is not made yet: LLVM bitcode behind the stage `group`, for
/// Goal::BitcodeToCode.
struct KernelBitcode {
  std::vector<uint32_t> kernels;  // indices of CompileReply::kernels
  std::vector<uint8_t> bytes;
  bool operator==(const KernelBitcode&) const = default;
};

struct CompileReply {
  Outcome outcome = Outcome::Failed;
  /// In order; remarks too.
  std::vector<Diagnostic> diagnostics;
  std::vector<KernelMetadata> kernels;
  /// SPIR-V made of the request's source, also where a later stage failed; else empty.
  std::vector<uint8_t> module;
  /// A linked shared object (ELF), loadable by the dynamic loader, without undefined symbols.
  std::vector<uint8_t> code;
  /// Instead of `code`: each kernel is in one of them. See CompileRequest::deferCode.
  std::vector<KernelBitcode> bitcode;
  /// Sum of the sizes of program-scope variables in global memory, bytes; code with such variables
  /// may not be shared between programs.
  uint64_t globalVariableBytes = 0;
  /// In order.
  std::vector<StageTime> stages;
  /// A request leads to the same reply while these are unchanged.
  std::vector<Dependency> dependencies;
  /// The source uses __TIME__ or __DATE__, so the reply must not be cached.
  bool dependsOnBuildTime = false;
  /// The code is not optimized, because the compiler exceeded this limit of CPU seconds for each
  /// kernel; 0: it did not. The host sets it.
  uint32_t exceededSeconds = 0;
  bool operator==(const CompileReply&) const = default;
};

std::vector<uint8_t> encode(const CompileReply& reply);
/// None if the bytes are not exactly one reply.
std::optional<CompileReply> decodeReply(std::span<const uint8_t> bytes);

/// "abi 3 messages 1f00baa5": the kernel ABI and a fingerprint of the types of all fields of
/// request and reply. Host and compiler work together only if both have the same text.
std::string interfaceVersion();

}  // namespace lanewise
