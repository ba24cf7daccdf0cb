// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sealing and unsealing.
#include "runtime/cache/stored_build.h"

#include "compiler/dependency.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace lanewise {
namespace {

struct Header {
  char magic[8];
  XXH64_canonical_t version;    // of the messages, whose fields the content is made of
  XXH128_canonical_t checksum;  // of what follows
};

constexpr char kMagic[8] = {'L', 'W', 'B', 'U', 'I', 'L', 'D', '2'};

Header headerOf(std::span<const uint8_t> content) {
  Header header;
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  const std::string version = interfaceVersion();
  XXH64_canonicalFromHash(&header.version, XXH3_64bits(version.data(), version.size()));
  XXH128_canonicalFromHash(&header.checksum, XXH3_128bits(content.data(), content.size()));
  return header;
}

}  // namespace

std::vector<uint8_t> seal(const StoredBuild& build) {
  const std::vector<uint8_t> content = encode(build);
  const Header header = headerOf(content);
  std::vector<uint8_t> bytes(sizeof header + content.size());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::ranges::copy(content, bytes.begin() + sizeof header);
  return bytes;
}

std::optional<StoredBuild> unseal(std::span<const uint8_t> bytes) {
  if (bytes.size() < sizeof(Header)) return std::nullopt;
  const Header header = headerOf(bytes.subspan(sizeof(Header)));
  if (std::memcmp(bytes.data(), &header, sizeof header) != 0) return std::nullopt;
  return decodeStoredBuild(bytes.subspan(sizeof header));
}

const CompileReply* findReply(std::span<const StoredReply> replies, const std::string& maker) {
  const auto found = std::ranges::find(replies, maker, &StoredReply::maker);
  if (found == replies.end() || found->reply.outcome != Outcome::Ok ||
      !std::ranges::all_of(found->reply.dependencies, holds))
    return nullptr;
  return &found->reply;
}

CompileReply keepsake(CompileReply reply) {
  reply.stages.clear();
  return reply;
}

}  // namespace lanewise
