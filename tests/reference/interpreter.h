// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An interpreter of IR that shares no code with the compiler. It has two uses. As the reference of
// lane-fuzz it runs kernels in the form after stage link, one work-item after another from barrier
// to barrier. It also runs the entries that stage group makes, in place of machine code. It reports
// what is undefined: accesses outside of the regions or at addresses that are not aligned,
// divisions by zero, and, in kernels, poison.
#pragma once

#include "interface/kernel_abi.h"
#include "tests/reference/item_threads.h"

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
  Range range{};
  /// Values of the kernel's parameters. A pointer to local memory is a host pointer.
  std::vector<uint64_t> arguments{};
  std::vector<MemoryRegion> regions{};
  /// Functions of the device library by name.
  std::function<LibraryFunction(std::string_view name)> library{};
  uint64_t mostSteps = 0;
};

struct InterpreterResult {
  /// What was undefined; empty if nothing was.
  std::string error;
  /// An instruction that the interpreter does not know, or a type.
  bool isUnsupported = false;
  /// The kernel was stopped after `mostSteps` instructions.
  bool stopped = false;
};

/// Runs all groups of the range in sequence.
InterpreterResult interpret(const llvm::Function& kernel, const InterpreterInput& input);

/// An entry (interface/kernel_abi.h) as a function that can be called during the object's lifetime.
/// There is one object at a time.
class InterpretedEntry {
 public:
  /// `memory` is what the kernel may access in addition to the blocks that a launch names. Each
  /// call may execute `mostSteps` instructions.
  InterpretedEntry(const llvm::Function& entry, std::vector<MemoryRegion> memory,
                   uint64_t mostSteps);
  ~InterpretedEntry();
  InterpretedEntry(const InterpretedEntry&) = delete;

  abi::Entry function() const;
  /// Of all calls so far.
  const InterpreterResult& result() const;

 private:
  struct State;
  static void run(const abi::Launch* launch, const abi::Worker* worker, uint64_t firstX,
                  uint64_t endX, uint64_t y, uint64_t z);
  std::unique_ptr<State> state_;
};

}  // namespace lanewise::fuzz
