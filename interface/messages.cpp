// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests and replies as bytes.
#include "interface/kernel_abi.h"
#include "interface/message_fields.h"

#include <cstdio>

namespace lanewise {

std::string interfaceVersion() {
  char number[16];
  std::snprintf(number, sizeof(number), "%08x", fingerprintOf<CompileRequest, CompileReply>());
  return "abi " + std::to_string(abi::kAbiVersion) + " messages " + number;
}

Outcome outcomeOf(std::span<const Diagnostic> diagnostics) {
  Outcome outcome = Outcome::Ok;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.kind == DiagnosticKind::InternalError) return Outcome::Failed;
    if (isError(diagnostic.kind)) outcome = Outcome::Rejected;
  }
  return outcome;
}

std::vector<uint8_t> encode(const CompileRequest& request) { return encodeMessage(request); }
std::vector<uint8_t> encode(const CompileReply& reply) { return encodeMessage(reply); }
std::optional<CompileRequest> decodeRequest(std::span<const uint8_t> bytes) {
  return decodeMessage<CompileRequest>(bytes);
}
std::optional<SourceProgram> decodeSource(std::span<const uint8_t> bytes) {
  // The first fields of a CompileRequest (message_fields.h).
  Reader read{bytes};
  uint32_t magic;
  Goal goal;
  SourceProgram source;
  if (!read(magic) || magic != kMessageMagic || !read(goal) || !read(source)) return std::nullopt;
  return source;
}
std::optional<CompileReply> decodeReply(std::span<const uint8_t> bytes) {
  return decodeMessage<CompileReply>(bytes);
}

}  // namespace lanewise
