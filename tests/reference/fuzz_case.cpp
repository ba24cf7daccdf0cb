// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of a fuzzer, and its case as a description and as options of a compilation.
#include "tests/reference/fuzz_case.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise::fuzz {

uint64_t FuzzCase::itemsOfGroup() const {
  return range.localSize[0] * range.localSize[1] * range.localSize[2];
}

Compilation FuzzCase::compilation() const {
  return {.target = levelOf(levelName).target,
          .lanes = lanes,
          .rows = rows,
          .subGroups = subGroups,
          .optimize = optimize,
          .optimizeResult = optimizeResult,
          .optimizeCode = optimizeCode,
          .tier = tier,
          .kind = kind};
}

std::string FuzzCase::description() const {
  std::string text = std::to_string(lanes) + " lanes, " + std::to_string(rows) +
                     " rows together, " + levelName + (subGroups ? ", sub-groups" : "") +
                     (kind ? ", known size" : ", tier " + std::string(rowOf(tier).name)) +
                     (optimize ? "" : ", not optimized") + ", passes " + std::to_string(pass) +
                     ", local size";
  for (uint64_t size : range.localSize) text += ' ' + std::to_string(size);
  text += ", global size";
  for (uint64_t size : range.globalSize) text += ' ' + std::to_string(size);
  return text;
}

int runSeeds(int count, char** values, llvm::StringRef options,
             llvm::function_ref<bool(llvm::StringRef)> takeOption,
             llvm::function_ref<Outcome(uint64_t)> check) {
  llvm::EnablePrettyStackTrace();  // the seed, before the frames
  llvm::sys::PrintStackTraceOnErrorSignal(values[0]);
  uint64_t first = 0, seeds = 0;
  bool valid =
      count >= 3 && llvm::to_integer(values[1], first) && llvm::to_integer(values[2], seeds);
  for (int i = 3; i < count; ++i) valid = valid && takeOption(values[i]);
  if (!valid) {
    llvm::errs() << "usage: " << llvm::sys::path::filename(values[0]) << " FIRST COUNT " << options
                 << '\n';
    return 2;
  }
  uint64_t different = 0, stopped = 0;
  for (uint64_t seed = first; seed < first + seeds; ++seed) {
    const std::string name = "seed " + std::to_string(seed);
    const llvm::PrettyStackTraceString message(name.c_str());
    const Outcome outcome = check(seed);
    different += outcome == Outcome::Different;
    stopped += outcome == Outcome::Stopped;
  }
  llvm::outs() << seeds << " kernels, " << generatedKernels() << " as machine code, " << stopped
               << " not run (too many steps, or they need machine code), " << different
               << " different\n";
  return different ? 1 : 0;
}

}  // namespace lanewise::fuzz
