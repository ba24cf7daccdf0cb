// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How lane-fuzz and collective-fuzz run the result of stage group: by the interpreter, or as
// machine code where there are instructions that it does not know, and for some seeds. And what
// both choose by the seed.
#pragma once

#include "tests/reference/compiled_kernel.h"
#include "tests/reference/interpreter.h"
#include "tests/reference/library_code.h"

#include <functional>
#include <string>
#include <vector>

namespace lanewise::fuzz {

/// A level and its library. Code of another architecture does not run here: its kernels are
/// interpreted, with the library of this one.
struct Level {
  explicit Level(const std::string& name);
  Target target;
  bool runsHere;
  Target libraryTarget;
  LibraryCode library{libraryTarget};
};
/// What runKernel() returns for a kernel that would have to run as code of another architecture.
inline constexpr const char* kCannotRun = "cannot run";
Level& levelOf(const std::string& name);

/// The levels whose code this processor runs, and "native".
const std::vector<std::string>& levels();
/// Passes that run before the stages.
inline constexpr const char* kPassesBefore[] = {
    "verify", "function(sroa)", "function(sroa,early-cse,simplifycfg)",
    "function(sroa,early-cse,combine-instructions,loop-simplify,loop-rotate,gvn,simplifycfg)"};

struct KernelRun {
  bool compile;  // machine code in any case
  bool runsHere = true;
  uint64_t mostSteps;
  /// What the kernel may access besides the blocks of a launch.
  std::vector<MemoryRegion> memory;
  /// Runs the launch. Like runKernel(), it returns a description of what is wrong, or nothing.
  std::function<std::string(abi::Entry)> launch;
  /// Restores the memory after a run that ended at an unknown instruction.
  std::function<void()> restore;
};
std::string runKernel(CompiledKernel& kernel, LibraryCode& library, const KernelRun& how);

/// Kernels whose machine code ran.
uint64_t generatedKernels();

}  // namespace lanewise::fuzz
