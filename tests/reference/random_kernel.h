// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels made from a seed: legal OpenCL (barriers in uniform control flow, no data races),
// otherwise as unusual as possible.
#pragma once

#include <cstdint>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace lanewise::fuzz {

/// Parameters of every kernel, in order, and their places in the argument block (64 bytes).
///   ptr out        v0   kOutWords i64 per work-item, at its global linear id
///   ptr in         v8   kInWords i32, read only
///   ptr counters   v16  kCounters i32, for atomics
///   ptr exchange   l24  kMaxItems i32 of local memory
///   i32 n          v32
///   i64 m          v40
///   ptr block      b48  2 i32
inline constexpr unsigned kOutWords = 12, kInWords = 64, kCounters = 8, kMaxItems = 40;
inline constexpr char kArguments[] = "v0,v8,v16,l24,v32,v40,b48";

/// A module with the kernel "kernel", in the form after stage link.
std::unique_ptr<llvm::Module> makeRandomKernel(uint64_t seed, llvm::LLVMContext& context);

}  // namespace lanewise::fuzz
