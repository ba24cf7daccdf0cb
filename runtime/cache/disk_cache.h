// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DiskCache: replies of the compiler, one file per request, which other processes find. A cache
// entry's name is a hash of the request and of the compiler identity. The entry contains both, and
// find() compares them, so that a collision of hashes is no hit. Header files that the front end
// read are compared with their state at that time. Used by code_cache.cpp.
#pragma once

#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "runtime/cache/cache_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewise {

/// A request and everything else that determines the reply.
struct BuildKey {
  /// `compilerBuildId`: of the compiler that would be asked; empty if it is not known.
  BuildKey(const CompileRequest& request, std::string compilerBuildId);

  const CompileRequest& request;
  const std::vector<uint8_t> encoded;
  const std::string compilerBuildId;
  const std::string compilerIdentity;
  const std::string name;  // a hash of it all, hexadecimal
};

class DiskCache {
 public:
  explicit DiskCache(CacheFolder::Settings settings) : folder_(std::move(settings)) {}

  std::optional<CompileReply> find(const BuildKey& key) const;
  /// Writes an entry unless the reply may not be found again.
  void keep(const BuildKey& key, const CompileReply& reply) const;

 private:
  const CacheFolder folder_;
};

}  // namespace lanewise
