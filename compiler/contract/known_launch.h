// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel knows about its launches (interface/launch_kind.h), as attributes of its function.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <array>
#include <cstdint>
#include <optional>

namespace llvm {
class Function;
}

namespace lanewise {

struct LaunchKind;

/// The size of every work-group.
std::optional<std::array<uint64_t, 3>> knownLocalSize(const llvm::Function& kernel);

void setKnownLocalSize(llvm::Function& kernel, const std::array<uint64_t, 3>& size);

/// The lanes of the code for all launches; 0: not known.
unsigned usualLanes(const llvm::Function& kernel);

/// Bytes of an object, from an offset in it on.
struct KnownRange {
  uint64_t offsetBytes;
  llvm::SmallVector<uint8_t, 24> bytes;
};

/// What is known of the object that an argument points to.
llvm::SmallVector<KnownRange, 2> knownRanges(const llvm::Function& kernel, unsigned argument);

/// Makes those above say what `kind` says. The kernel has Tier::Kind (contract/tier.h).
void setKnownLaunch(llvm::Function& kernel, const LaunchKind& kind);

}  // namespace lanewise
