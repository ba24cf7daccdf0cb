// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StoredBuild: the file format of an entry of the disk cache, and a part of program binaries. A
// version, a checksum over everything, a request and the replies to it. The host and lanewise-cc
// write it.
#pragma once

#include "interface/compile_reply.h"
#include "interface/compile_request.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

/// A reply and the compiler that made it.
struct StoredReply {
  std::string compilerIdentity;
  CompileReply reply;
};

struct StoredBuild {
  CompileRequest request;  // empty in program binaries
  std::vector<StoredReply> replies;
};

std::vector<uint8_t> encode(const StoredBuild& build);
/// None for bytes that are not of this version, or are damaged.
std::optional<StoredBuild> decodeStoredBuild(std::span<const uint8_t> bytes);

/// StoredReply::compilerIdentity of a reply to `request` by the compiler of that build id: the same
/// text for the same compiler, kernel ABI, limits of the device and, where the reply has code, CPU.
std::string compilerIdentityOf(const CompileRequest& request, const std::string& compilerBuildId);
/// The identity of the compiler that made the reply. It may be older than the installed one. Empty
/// if the reply names none.
std::string compilerIdentityOf(const CompileRequest& request, const CompileReply& reply);
/// StoredReply::compilerIdentity of a reply to `request` for `level`, a row of
/// microarchitectures.def, by any compiler of this version of Lanewise, on any machine. Nothing on
/// the machine that uses it can change such a reply: it has no dependencies.
std::string portableIdentityOf(const CompileRequest& request, const std::string& level);

/// The reply without the times of its stages, so that equal builds are stored as equal bytes.
CompileReply withoutTimes(CompileReply reply);
/// The reply without what it depends on, for portableIdentityOf().
CompileReply portable(CompileReply reply);
/// The reply that the compiler would give if the request had contained the module and not its
/// source: for program binaries, which contain the module.
CompileReply codeOnly(CompileReply reply);

}  // namespace lanewise
