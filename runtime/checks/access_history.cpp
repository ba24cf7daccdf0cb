// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One cell after another.
#include "runtime/checks/access_history.h"

#include "interface/access_word.h"

#include <algorithm>

namespace lanewise {

using namespace abi;

std::optional<NotedAccess> noteRange(const AccessHistory& history, const RangeOfBytes& range,
                                     AreUnordered areUnordered, void* user) {
  std::optional<NotedAccess> found;
  const bool isWrite = range.how & kRangeIsWrite;
  const uint64_t end = range.offset + range.bytes;
  for (uint64_t cell = range.offset / kCellBytes; cell * kCellBytes < end; ++cell) {
    const uint64_t begin = cell * kCellBytes;
    uint64_t bytes = 0;
    for (uint64_t at = std::max(begin, range.offset); at < std::min(begin + kCellBytes, end); ++at)
      bytes |= uint64_t(1) << (at - begin);
    const uint64_t own = range.own | bytes << kAccessBytesShift;
    const auto compare = [&](uint64_t word, uint32_t site) {
      if (!found && !(range.how & kRangeIsOrdered) &&
          isRace(word, own, range.least, range.how & kRangeUsesSubGroups) &&
          (launchOf(word) == launchOf(own) || areUnordered(user, word)))
        found = {word, site};
    };
    compare(history.writes[cell], history.writeSites[cell]);
    if (isWrite) compare(history.reads[cell], history.readSites[cell]);
    if (isWrite)
      history.writes[cell] = own;
    else
      history.reads[cell] = mergedRead(history.reads[cell], own);
    (isWrite ? history.writeSites : history.readSites)[cell] = range.site;
  }
  return found;
}

}  // namespace lanewise
