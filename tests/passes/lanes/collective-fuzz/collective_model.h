// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the programs of random_collectives.h as their definition says, for collective-fuzz.
#pragma once

#include "tests/passes/lanes/collective-fuzz/random_collectives.h"
#include "tests/reference/item_threads.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise::fuzz {

struct CollectiveInput {
  const Range& range;
  unsigned subGroupSize;
  uint64_t argument;
  std::span<const uint8_t> input;  // kInputBytes
};

/// The variables of each work-item, and those of the group, by global linear id.
std::vector<uint64_t> runModel(const CollectiveProgram& program, const CollectiveInput& input);

}  // namespace lanewise::fuzz
