// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fuzzers of the stages have in common: how the seed has a kernel compiled and run, and the
// command line `<program> FIRST COUNT [OPTION]...` for the seeds FIRST to FIRST + COUNT - 1.
#pragma once

#include "tests/reference/run_kernel.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>

namespace lanewise::fuzz {

/// What a seed chooses, in addition to the kernel and its memory.
struct FuzzCase {
  Range range{};
  unsigned lanes = 1, rows = 1;
  std::string levelName;
  bool optimize = true, optimizeResult = false, optimizeCode = false;
  bool subGroups = false;
  bool compile = false;  // machine code in any case
  uint64_t pass = 0;     // index in kPassesBefore
  uint64_t cut = 0;      // EntryRun::cut
  Tier tier = Tier::First;
  std::optional<LaunchKind> kind;

  uint64_t itemsOfGroup() const;
  Compilation compilation() const;
  /// For the message about a seed.
  std::string description() const;
};

enum class Outcome { Equal, Different, Stopped };

/// Prints how many were different. `takeOption` returns false if there is no such option.
/// `options`: for the message about a wrong command line. Returns the exit code.
int runSeeds(int count, char** values, llvm::StringRef options,
             llvm::function_ref<bool(llvm::StringRef)> takeOption,
             llvm::function_ref<Outcome(uint64_t seed)> check);

}  // namespace lanewise::fuzz
