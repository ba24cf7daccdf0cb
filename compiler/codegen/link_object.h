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

/// Archives of the device library. May be empty; taken where a symbol is of theirs.
struct Archives {
  std::span<const uint8_t> support, wideForms;
};

/// Links `object` against the archives. An undefined symbol is an error that
/// names it. One thread at a time is inside lld; others wait.
llvm::Expected<std::vector<uint8_t>> linkObject(std::span<const uint8_t> object,
                                                const Archives& archives);

}  // namespace lanewise
