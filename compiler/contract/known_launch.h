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

/// Whether the kernel is compiled for launches of one kind.
bool hasLaunchKind(const llvm::Function& kernel);

/// The size of every work-group.
std::optional<std::array<uint64_t, 3>> knownLocalSize(const llvm::Function& kernel);

/// The lanes of the code for all launches; 0: not known.
unsigned usualLanes(const llvm::Function& kernel);

/// Bytes of an object, from an offset in it on.
struct KnownRange {
  uint64_t offsetBytes;
  llvm::SmallVector<uint8_t, 24> bytes;
};

/// Module flag: the program has many kernels, of which few take long, and the host compiles those
/// again.
inline constexpr llvm::StringLiteral kManyKernelsFlag = "lanewise-many-kernels";
/// Module flag: the host compiles no kernel again.
inline constexpr llvm::StringLiteral kOnlyCodeFlag = "lanewise-only-code";

/// Whether the code has all forms, however long it is: that for launches of one kind, and of
/// programs of which the host compiles no kernel again.
bool hasAllForms(const llvm::Function& kernel);

/// Whether launches that take long can get other code (docs/design/launch-kinds.md).
bool mayBeCompiledAgain(const llvm::Function& kernel);

/// Whether they should, so that this code may be slower. In programs of few kernels that is code
/// for the size of the work-groups: false if the kernel requires a size or does not observe its
/// groups.
bool isCompiledAgain(const llvm::Function& kernel);

/// Whether the kernel is compiled again, and the program has many kernels.
bool isBuiltQuickly(const llvm::Function& kernel);

/// What is known of the object that an argument points to.
llvm::SmallVector<KnownRange, 2> knownRanges(const llvm::Function& kernel, unsigned argument);

/// Makes those above say what `kind` says.
void setKnownLaunch(llvm::Function& kernel, const LaunchKind& kind);

}  // namespace lanewise
