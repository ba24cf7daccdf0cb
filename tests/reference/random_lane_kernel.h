// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels made from a seed, for lane-fuzz: every type, vectors, divergent control flow, every kind
// of address, private arrays, atomics, library functions. Nothing in them is undefined, there are
// no data races, and no result depends on the order of work-items or on the bits of a NaN.
#pragma once

#include <cstdint>
#include <memory>

namespace llvm {
class DataLayout;
class LLVMContext;
class Module;
}  // namespace llvm

namespace lanewise::fuzz {

/// Parameters of every kernel, in order, and their places in the argument block.
///   ptr out       v0   kOutWords i64 per work-item, at its global linear id
///   ptr in        v8   kInBytes, read only
///   ptr data      v16  kRegions regions of kRegionBytes: a work-item accesses elements of its own
///   ptr counters  v24  kCounters i32 and as many i64, for atomics
///   ptr local     l32  kLocalWords i32 of local memory
///   i32 n         v40  1 to 20
///   i64 m         v48
///   float f       v56
///   ptr block     b64  4 i32
namespace lane_kernel {
inline constexpr unsigned kOutWords = 8, kInBytes = 1 << 17, kRegions = 3, kRegionBytes = 1 << 17,
                          kCounters = 8, kLocalWords = 256;
/// Limits of the launch: work-items of a launch and of a group, global ids.
inline constexpr unsigned kMostItems = 600, kMostGroupItems = kLocalWords, kMostId = 1000;
inline constexpr char kArguments[] = "v0,v8,v16,v24,l32,v40,v48,v56,b64";
}  // namespace lane_kernel

/// The kernel of the seed is run with global offsets next to 2^31 and 2^32.
inline bool hasLargeOffsets(uint64_t seed) { return seed % 10 == 0; }

/// A module with the kernel "kernel", in the form before stage link.
std::unique_ptr<llvm::Module> makeRandomLaneKernel(uint64_t seed, const llvm::DataLayout& layout,
                                                   llvm::LLVMContext& context);

}  // namespace lanewise::fuzz
