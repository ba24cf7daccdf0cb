// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What llvm-spirv writes wrong, changed in the words of the module that it has written.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// The words with constant addresses as they should have been written.
std::vector<uint32_t> repairedConstants(std::span<const uint32_t> words);

/// Repairs the names by which modules are linked.
void repairLinkedNames(std::vector<uint32_t>& words);

}  // namespace lanewise
