// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object in memory to a shared object in memory, by lld. Nothing is written to a disk, so a full
// one cannot end the process.
#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// Links `object` against `supportArchive` (may be empty). An undefined symbol is an error that
/// names it. One thread at a time is inside lld; others wait.
llvm::Expected<std::vector<uint8_t>> linkObject(std::span<const uint8_t> object,
                                                std::span<const uint8_t> supportArchive);

}  // namespace lanewise
