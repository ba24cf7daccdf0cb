// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of entries, and what makes a reply good enough to keep or to use.
#include "runtime/cache/disk_cache.h"

#include "interface/dependency.h"
#include "runtime/base/log.h"
#include "runtime/cache/stored_build.h"

#include <algorithm>

namespace lanewise {
namespace {

std::string hashOf(const std::string& maker, std::span<const uint8_t> encoded) {
  std::vector<uint8_t> all(maker.begin(), maker.end());
  all.insert(all.end(), encoded.begin(), encoded.end());
  return contentState(all);
}

/// Was it made by the compiler that the key names, of what can be looked at again? (A helper may
/// have opened another library than the host looked at.)
bool mayBeKept(const BuildKey& key, const CompileReply& reply) {
  const auto isKeysCompiler = [&](const Dependency& dependency) {
    return dependency.kind == DependencyKind::Compiler && dependency.state == key.compiler;
  };
  return reply.outcome == Outcome::Ok && !reply.passing && !key.compiler.empty() &&
         std::ranges::any_of(reply.dependencies, isKeysCompiler) &&
         std::ranges::all_of(reply.dependencies, holds);
}

}  // namespace

std::string makerOf(const CompileRequest& request, const std::string& compiler) {
  std::string text = interfaceVersion() + " compiler " + compiler;
  if (request.goal == Goal::Code) text += " level " + request.level + " cpu " + request.cpu;
  return text;
}

std::string makerOf(const CompileRequest& request, const CompileReply& reply) {
  const auto compiler =
      std::ranges::find(reply.dependencies, DependencyKind::Compiler, &Dependency::kind);
  if (compiler == reply.dependencies.end() || compiler->state.empty()) return {};
  return makerOf(request, compiler->state);
}

BuildKey::BuildKey(const CompileRequest& of, std::string by)
    : request(of),
      encoded(encode(of)),
      compiler(std::move(by)),
      maker(makerOf(of, compiler)),
      name(hashOf(maker, encoded)) {}

std::optional<CompileReply> DiskCache::find(const BuildKey& key) const {
  if (key.compiler.empty()) return std::nullopt;
  const auto bytes = folder_.read(key.name);
  if (!bytes) return std::nullopt;
  const auto build = decodeStoredBuild(*bytes);
  if (!build) {
    log(LogGroup::Build, "entry %s of the cache is damaged", key.name.c_str());
    folder_.remove(key.name);
    return std::nullopt;
  }
  if (build->request != key.request) return std::nullopt;
  const CompileReply* found = findReply(build->replies, key.maker);
  if (!found) return std::nullopt;
  log(LogGroup::Build, "found in the cache: %s", key.name.c_str());
  return *found;
}

void DiskCache::keep(const BuildKey& key, const CompileReply& reply) const {
  if (!folder_.keeps() || !mayBeKept(key, reply)) return;
  StoredBuild build;
  build.request = key.request;
  build.replies.push_back({key.maker, withoutTimes(reply)});
  folder_.write(key.name, encode(build));
}

}  // namespace lanewise
