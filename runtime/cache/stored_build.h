// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one container of what is kept of a build: an entry of the disk cache, and what
// CL_PROGRAM_BINARIES holds. A version, a checksum over everything, a StoredBuild.
#pragma once

#include "interface/compile_reply.h"
#include "interface/compile_request.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

/// A reply and who made it: `maker` is the same text for the same compiler, CPU and kernel ABI.
struct StoredReply {
  std::string maker;
  CompileReply reply;
};

/// A request with what was made of it: an entry of the disk cache, or a program binary.
struct StoredBuild {
  uint32_t binaryType = 0;       // cl_program_binary_type; 0 for an entry of the cache
  bool takesLinkOptions = true;  // of a library
  CompileRequest request;
  std::vector<StoredReply> replies;
};

std::vector<uint8_t> encode(const StoredBuild& build);
/// None for bytes that are not of this version, or are damaged.
std::optional<StoredBuild> decodeStoredBuild(std::span<const uint8_t> bytes);

/// The reply of `maker`, if all that it was made from is still as it was; else null.
const CompileReply* findReply(std::span<const StoredReply> replies, const std::string& maker);

/// A reply as it is kept: without what tells one run of the compiler from another.
CompileReply withoutTimes(CompileReply reply);

}  // namespace lanewise
