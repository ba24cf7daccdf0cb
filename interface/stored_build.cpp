// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding of stored builds.
#include "interface/stored_build.h"

#include "interface/kernel_abi.h"
#include "interface/message_fields.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace lanewise {

template <class V>
bool visit(V& v, Fields<StoredReply> auto& m) {
  return v(m.compilerIdentity) && v(m.reply);
}

template <class V>
bool visit(V& v, Fields<StoredBuild> auto& m) {
  return v(m.request) && v(m.replies);
}

namespace {

struct Header {
  char magic[8];
  XXH64_canonical_t version;    // of the fields of the content and of the kernel ABI
  XXH128_canonical_t checksum;  // of what follows
};

constexpr char kMagic[8] = {'L', 'W', 'B', 'U', 'I', 'L', 'D', '2'};

Header headerOf(std::span<const uint8_t> content) {
  Header header;
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  const uint32_t version[] = {abi::kAbiVersion, fingerprintOf<StoredBuild>()};
  XXH64_canonicalFromHash(&header.version, XXH3_64bits(version, sizeof version));
  XXH128_canonicalFromHash(&header.checksum, XXH3_128bits(content.data(), content.size()));
  return header;
}

}  // namespace

std::vector<uint8_t> encode(const StoredBuild& build) {
  const std::vector<uint8_t> content = encodeMessage(build);
  const Header header = headerOf(content);
  std::vector<uint8_t> bytes(sizeof header + content.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::ranges::copy(content, bytes.begin() + sizeof header);
  return bytes;
}

std::optional<StoredBuild> decodeStoredBuild(std::span<const uint8_t> bytes) {
  if (bytes.size() < sizeof(Header)) return std::nullopt;
  const Header header = headerOf(bytes.subspan(sizeof(Header)));
  if (std::memcmp(bytes.data(), &header, sizeof header) != 0) return std::nullopt;
  return decodeMessage<StoredBuild>(bytes.subspan(sizeof header));
}

namespace {

/// What the reply of a compiler depends on besides the program.
std::string identityOf(const CompileRequest& request, const std::string& compiler,
                       const std::string& level, const std::string& cpu) {
  std::string text = interfaceVersion() + " " + compiler;
  for (const std::string& name : request.device.without) text += " without " + name;
  for (const uint32_t size : request.device.subGroupSizes)
    text += " sub-groups " + std::to_string(size);
  if (request.goal != Goal::SourceToModule)
    text += " level " + level + " cpu " + cpu + " lanes " + std::to_string(request.lanes) +
            " tier " + std::string(rowOf(request.tier).name);
  return text;
}

}  // namespace

std::string compilerIdentityOf(const CompileRequest& request, const std::string& compilerBuildId) {
  return identityOf(request, "compiler " + compilerBuildId, request.level, request.cpu);
}

std::string compilerIdentityOf(const CompileRequest& request, const CompileReply& reply) {
  const auto compiler =
      std::ranges::find(reply.dependencies, DependencyKind::Compiler, &Dependency::kind);
  if (compiler == reply.dependencies.end() || compiler->state.empty()) return {};
  return compilerIdentityOf(request, compiler->state);
}

std::string portableIdentityOf(const CompileRequest& request, const std::string& level) {
  return identityOf(request, "version " LANEWISE_VERSION, level, {});
}

CompileReply withoutTimes(CompileReply reply) {
  reply.stages.clear();
  return reply;
}

CompileReply portable(CompileReply reply) {
  reply.dependencies.clear();
  return reply;
}

CompileReply codeOnly(CompileReply reply) {
  reply.module.clear();
  // Diagnostics of the front end go: they have lines of a source that the program does not have.
  std::erase_if(reply.diagnostics,
                [](const Diagnostic& diagnostic) { return !diagnostic.rendered.empty(); });
  reply.dependsOnBuildTime = false;
  std::erase_if(reply.dependencies, [](const Dependency& dependency) {
    return dependency.kind == DependencyKind::File;
  });
  return reply;
}

}  // namespace lanewise
