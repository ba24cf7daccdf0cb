// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of many cells in the history of an object: what check-races does to each cell in code of
// the kernel.
#pragma once

#include <cstdint>
#include <optional>

namespace lanewise {

/// The members of abi::CheckedObject: one of each for a cell.
struct AccessHistory {
  uint64_t* writes;
  uint64_t* reads;
  uint32_t* writeSites;
  uint32_t* readSites;
};

struct RangeOfBytes {
  uint64_t own;    // the word (interface/access_word.h), without bytes
  uint64_t least;  // abi::leastWord()
  uint32_t site;
  uint32_t how;  // abi::RangeAccess
  uint64_t offset, bytes;
};

struct NotedAccess {
  uint64_t word;
  uint32_t site;
};

/// Whether accesses of two launches, that of a word and the own one, have no order.
using AreUnordered = bool (*)(void* user, uint64_t word);

/// Notes the access in each of its cells. The first access found with which it is in a race.
std::optional<NotedAccess> noteRange(const AccessHistory& history, const RangeOfBytes& range,
                                     AreUnordered areUnordered, void* user);

}  // namespace lanewise
