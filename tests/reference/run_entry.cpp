// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the launch record as runtime/launch does, runs the work-groups in two chunks, and compares
// the guard bytes around the memory of the worker afterwards.
#include "tests/reference/run_entry.h"

#include <algorithm>
#include <vector>

namespace lanewise::fuzz {
namespace {

constexpr uint8_t kGuard = 0xa5;

// Memory as the runtime allocates it, between bytes that must not change. Around local memory, code
// may write them back (abi::kLocalMarginBytes).
class Block {
 public:
  explicit Block(size_t sizeBytes)
      : sizeBytes_(sizeBytes),
        bytes_(sizeBytes + 2 * abi::kLocalMarginBytes + abi::kMostVariableAlignment, kGuard) {}
  uint8_t* data() {
    uint8_t* behindMargin = bytes_.data() + abi::kLocalMarginBytes;
    return behindMargin +
           (-reinterpret_cast<uintptr_t>(behindMargin) & (abi::kMostVariableAlignment - 1));
  }
  bool guardIntact() {
    const auto isGuard = [](uint8_t byte) { return byte == kGuard; };
    return std::all_of(bytes_.data(), data(), isGuard) &&
           std::all_of(data() + sizeBytes_, bytes_.data() + bytes_.size(), isGuard);
  }

 private:
  size_t sizeBytes_;
  std::vector<uint8_t> bytes_;
};

}  // namespace

std::string runEntry(const EntryRun& run) {
  const Range& range = run.range;
  Block spillArea(run.spillBytes), local(run.localBytes);
  abi::Launch launch{};
  std::copy_n(range.globalSize, 3, launch.globalSize);
  std::copy_n(range.globalOffset, 3, launch.globalOffset);
  std::copy_n(range.localSize, 3, launch.localSize);
  std::copy_n(range.numGroups, 3, launch.numGroups);
  launch.workDim = range.workDim;
  launch.hasSmallMemory = run.cut % 4 != 0;  // it always has, but need not be told
  launch.hasDistinctBuffers = run.cut % 3 != 0;
  launch.arguments = run.arguments;
  launch.argumentBytes = run.argumentBytes;
  launch.localBytes = run.localBytes;
  launch.spillBytes = run.spillBytes;
  const abi::Worker worker{local.data(), spillArea.data()};
  const uint64_t count = range.numGroups[0] * range.numGroups[1] * range.numGroups[2];
  const uint64_t cut = run.cut % (count + 1);
  for (unsigned i = 0; i < run.times; ++i) {
    abi::runGroups(run.entry, launch, worker, 0, cut);
    abi::runGroups(run.entry, launch, worker, cut, count);
  }
  if (!spillArea.guardIntact()) return "wrote beside the spill area";
  if (!local.guardIntact()) return "wrote beside local memory";
  return "";
}

}  // namespace lanewise::fuzz
