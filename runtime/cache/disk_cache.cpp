// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of cache entries, and the conditions for writing and for using one.
#include "runtime/cache/disk_cache.h"

#include "interface/dependency.h"
#include "interface/stored_build.h"
#include "runtime/base/log.h"
#include "runtime/cache/find_reply.h"

#include <algorithm>

namespace lanewise {
namespace {

std::string hashOf(const std::string& compilerIdentity, std::span<const uint8_t> encoded) {
  std::vector<uint8_t> all(compilerIdentity.begin(), compilerIdentity.end());
  all.insert(all.end(), encoded.begin(), encoded.end());
  return contentState(all);
}

/// The reply must come from the compiler that the key names (the compiler process may have opened
/// another library than the one that the host read the build id of) and from unchanged files.
bool mayBeKept(const BuildKey& key, const CompileReply& reply) {
  const auto isKeysCompiler = [&](const Dependency& dependency) {
    return dependency.kind == DependencyKind::Compiler && dependency.state == key.compilerBuildId;
  };
  return reply.outcome == Outcome::Ok && !reply.dependsOnBuildTime &&
         !key.compilerBuildId.empty() && std::ranges::any_of(reply.dependencies, isKeysCompiler) &&
         std::ranges::all_of(reply.dependencies, holds);
}

}  // namespace

BuildKey::BuildKey(const CompileRequest& of, std::string buildId)
    : request(of),
      encoded(encode(of)),
      compilerBuildId(std::move(buildId)),
      compilerIdentity(compilerIdentityOf(of, compilerBuildId)),
      name(hashOf(compilerIdentity, encoded)) {}

std::optional<CompileReply> DiskCache::find(const BuildKey& key) const {
  if (key.compilerBuildId.empty()) return std::nullopt;
  const auto bytes = folder_.read(key.name);
  if (!bytes) return std::nullopt;
  const auto build = decodeStoredBuild(*bytes);
  if (!build) {
    log(LogGroup::Build, "cache entry %s is damaged; it is removed", key.name.c_str());
    folder_.remove(key.name);
    return std::nullopt;
  }
  if (build->request != key.request) return std::nullopt;
  const CompileReply* found = findReply(build->replies, key.compilerIdentity);
  if (!found) return std::nullopt;
  log(LogGroup::Build, "found in the disk cache: %s", key.name.c_str());
  return *found;
}

void DiskCache::keep(const BuildKey& key, const CompileReply& reply) const {
  if (!folder_.keeps() || !mayBeKept(key, reply)) return;
  StoredBuild build;
  build.request = key.request;
  build.replies.push_back({key.compilerIdentity, withoutTimes(reply)});
  folder_.write(key.name, encode(build));
}

}  // namespace lanewise
