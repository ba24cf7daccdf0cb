// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links an object in memory to a shared object in memory, by lld. With /proc nothing is written to
// a disk, so a full disk cannot make a build fail (link_files.h).
#pragma once

#include <llvm/Support/Error.h>

#include <cstdint>
#include <span>
#include <vector>

namespace lanewise {

/// Archives of the device library. An archive may be empty. Its members are linked only if they
/// define an undefined symbol.
struct Archives {
  std::span<const uint8_t> runtimeLibrary, vectorVariants;
};

/// Links `object` with the archives. An undefined symbol is an error that names it. One thread at a
/// time runs lld, others wait.
llvm::Expected<std::vector<uint8_t>> linkObject(std::span<const uint8_t> object,
                                                const Archives& archives);

}  // namespace lanewise
