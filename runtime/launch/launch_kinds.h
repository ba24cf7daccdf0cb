// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LaunchKinds: code of a kernel for launches of one kind, which knows the size of the work-groups,
// the formats of images and the samplers. It is compiled in the background once that pays
// (CompileCost). docs/design/launch-kinds.md has the reasons.
#pragma once

#include "interface/kernel_metadata.h"
#include "interface/launch_kind.h"
#include "runtime/launch/compile_cost.h"
#include "runtime/launch/lane_trial.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace lanewise {

class ArgumentSnapshot;
struct CompiledKernel;
struct NdRange;

class LaunchKinds : public std::enable_shared_from_this<LaunchKinds> {
 public:
  /// Compiles a kernel for launches of one kind; null if that fails. May be called on any thread.
  using Compile = std::function<std::shared_ptr<const CompiledKernel>(const KernelMetadata&,
                                                                      const LaunchKind&)>;

  /// From now on, requests for `kind` lead to the code for `chosen`, which differs in the number of
  /// lanes at most: that was measured. May be called on any thread.
  using Settle = std::function<void(const LaunchKind& kind, const LaunchKind& chosen)>;

  /// What a program does with the kinds of its kernels.
  struct Maker {
    Compile compile;
    Settle settle;
  };

  /// Null if code for one kind of launches cannot differ from that for all, or must not exist
  /// twice.
  static std::shared_ptr<LaunchKinds> of(const KernelMetadata& metadata, const CompileCost& cost,
                                         Maker maker);
  LaunchKinds(const KernelMetadata& metadata, const CompileCost& cost, Maker maker);
  ~LaunchKinds();
  LaunchKinds(const LaunchKinds&) = delete;
  LaunchKinds& operator=(const LaunchKinds&) = delete;

  /// A kind, its code, and the CPU time that its launches have taken. Exists as long as the
  /// LaunchKinds.
  struct Entry;
  /// The kind of this launch; null if it has none.
  /// \pre The launch is one of those that interface/launch_kind.h names.
  Entry* find(const ArgumentSnapshot& arguments, const NdRange& range);
  /// What a launch still has to do, an estimate: CPU time without code for its kind, and the
  /// processors that share it.
  struct Rest {
    double nanoseconds;
    unsigned cores;
  };
  /// The code for launches of the kind; null if there is none (yet). It is requested if earlier
  /// launches repay that, or a launch that runs ends sooner with it.
  std::shared_ptr<const CompiledKernel> codeFor(Entry& kind, const Rest& rest = {0, 1});
  /// codeFor() of a launch that runs once, soon: it may be one of those that are measured.
  LaneTrial::Turn turnFor(Entry& kind);
  /// Adds the CPU time of a launch that has ended and ran without code for its kind.
  static void addLaunch(Entry& kind, double nanoseconds);

 private:
  /// Bytes of an object to which an argument points.
  struct Place {
    uint32_t argument;
    uint32_t blockOffset;  // of the pointer, in the argument block
    uint32_t offsetBytes;
    uint32_t sizeBytes;
  };
  bool isOfKind(const LaunchKind& kind, const ArgumentSnapshot& arguments,
                const NdRange& range) const;
  Entry* add(const ArgumentSnapshot& arguments, const NdRange& range);
  void compile(Entry& entry) const;
  std::shared_ptr<LaneTrial> trialOf(const Entry& entry) const;
  void compileInBackground(Entry& entry);

  const KernelMetadata metadata_;  // the code may be gone before its kinds
  const CompileCost cost_;
  const Maker maker_;
  std::vector<Place> places_;
  /// Entries are added at the front and never removed.
  std::atomic<Entry*> entries_{nullptr};
  std::atomic<uint32_t> entryCount_{0}, compiledCount_{0};
};

}  // namespace lanewise
