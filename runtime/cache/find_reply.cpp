// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The conditions for the use of a reply.
#include "runtime/cache/find_reply.h"

#include "runtime/base/config.h"
#include "runtime/host/cpu.h"

#include <algorithm>
#include <ranges>

namespace lanewise {
namespace {

/// Whether the limit of time is higher now than the one that the compiler exceeded. 0 is no limit
/// in LANEWISE_COMPILER_SECONDS, and for replies that no limit has changed.
bool hasMoreTime(const CompileReply& reply) {
  const uint64_t limit = config().compilerSeconds;
  return reply.exceededSeconds != 0 && (limit == 0 || limit > reply.exceededSeconds);
}

}  // namespace

const CompileReply* findReply(std::span<const StoredReply> replies,
                              const std::string& compilerIdentity) {
  const auto found = std::ranges::find(replies, compilerIdentity, &StoredReply::compilerIdentity);
  if (found == replies.end() || found->reply.outcome != Outcome::Ok || hasMoreTime(found->reply) ||
      !std::ranges::all_of(found->reply.dependencies, holds))
    return nullptr;
  return &found->reply;
}

const CompileReply* findPortableReply(std::span<const StoredReply> replies,
                                      const CompileRequest& request) {
  if (replies.empty()) return nullptr;
  for (const std::string& level : std::views::reverse(levelsUpTo(request.level)))
    if (const CompileReply* found = findReply(replies, portableIdentityOf(request, level)))
      return found;
  return nullptr;
}

}  // namespace lanewise
