// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that stand for the instructions of named barriers, which the translator does not
// support. named_barriers.cpp and the header of OpenCL C (frontend/named_barriers.cl) import them,
// the pass lower-named-barriers replaces their calls.
#pragma once

#include <string_view>

namespace lanewise::admit {

/// A pointer to the barrier in local memory, by the number of sub-groups (32 bits).
inline constexpr std::string_view kInitializeNamedBarrier = "lanewise_named_barrier_initialize";
/// Nothing, by the pointer, the memory scope and the memory semantics (32 bits each).
inline constexpr std::string_view kWaitAtNamedBarrier = "lanewise_named_barrier_wait";

constexpr bool isNamedBarrierFunction(std::string_view name) {
  return name == kInitializeNamedBarrier || name == kWaitAtNamedBarrier;
}

}  // namespace lanewise::admit
