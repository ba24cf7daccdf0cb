// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference of lane-fuzz: an interpreter of kernels in the form after stage link. It runs one
// work-item after another from barrier to barrier, shares no code with the compiler, and reports
// what is undefined (accesses outside of the regions, divisions by zero, shifts by too much).
#pragma once

#include "tests/passes/group/group-fuzz/item_threads.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Function;
}

namespace lanewise::fuzz {

/// Memory that the kernel may access.
struct MemoryRegion {
  void* begin;
  uint64_t sizeBytes;
};

/// Reads the arguments, one number for each leaf, and writes the leaves of the result.
using LibraryFunction = void (*)(const uint64_t* arguments, uint64_t* result);

struct InterpreterInput {
  const Range& range;
  /// Values of the kernel's parameters. A pointer to local memory is a host pointer.
  std::vector<uint64_t> arguments;
  std::vector<MemoryRegion> regions;
  /// Functions of the device library by name.
  std::function<LibraryFunction(std::string_view name)> library;
  uint64_t mostSteps = 0;
};

struct InterpreterResult {
  /// What was undefined or is not supported; empty if nothing was.
  std::string error;
  /// The kernel was stopped after `mostSteps` instructions.
  bool stopped = false;
};

/// Runs all groups of the range in sequence.
InterpreterResult interpret(const llvm::Function& kernel, const InterpreterInput& input);

}  // namespace lanewise::fuzz
