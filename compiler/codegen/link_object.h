// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links objects in memory to a shared object in memory, by lld. With /proc nothing is written to
// a disk, so a full disk cannot make a build fail (link_files.h).
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
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

using ObjectBytes = llvm::SmallVector<char, 0>;

/// Links the objects with the archives. An undefined symbol is an error that names it. One thread
/// at a time runs lld, others wait.
llvm::Expected<std::vector<uint8_t>> linkObjects(llvm::ArrayRef<ObjectBytes> objects,
                                                 const Archives& archives);

}  // namespace lanewise
