// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DiskCache: replies of the compiler, found again by other processes. An entry's name is a hash of
// the request and of who answers it; both stand in the entry as well and are compared, so that what
// is found is what was asked for. What the front end read from folders of -I is looked at again.
// Used by code_cache.cpp; makers are also those of program binaries.
#pragma once

#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "runtime/cache/cache_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewise {

/// StoredReply::maker of the reply to a request by the compiler of that build id.
std::string makerOf(const CompileRequest& request, const std::string& compiler);
/// The same for the compiler that the reply names, which may be older than the one that is there by
/// now; empty if it names none.
std::string makerOf(const CompileRequest& request, const CompileReply& reply);

/// A request and everything else that decides which reply it gets.
struct BuildKey {
  /// `compiler`: the build id of who would compile it; empty if that is not known.
  BuildKey(const CompileRequest& request, std::string compiler);

  const CompileRequest& request;
  const std::vector<uint8_t> encoded;
  const std::string compiler;
  const std::string maker;
  const std::string name;  // a hash of it all, hexadecimal
};

class DiskCache {
 public:
  explicit DiskCache(CacheFolder::Settings settings) : folder_(std::move(settings)) {}

  std::optional<CompileReply> find(const BuildKey& key) const;
  /// Keeps the reply if it is one that may be found again.
  void keep(const BuildKey& key, const CompileReply& reply) const;

 private:
  const CacheFolder folder_;
};

}  // namespace lanewise
