// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch of a kernel over an ND-range: the command that clEnqueueNDRangeKernel makes.
#pragma once

#include "runtime/launch/argument_snapshot.h"
#include "runtime/launch/compiled_kernel.h"
#include "runtime/launch/launch_kinds.h"
#include "runtime/queue/command.h"

#include <memory>

namespace lanewise {

class Context;
class Device;
class KernelTimeLimit;
struct KernelFault;
struct ParentLaunch;

/// In work-items; unused dimensions are 1 (offset 0). Checked by the entry point. A global size of
/// 0 in any dimension is a launch without work-items.
struct NdRange {
  uint32_t workDim = 1;
  uint64_t globalOffset[3] = {0, 0, 0};
  uint64_t globalSize[3] = {1, 1, 1};
  /// All zero: the runtime chooses (chooseLocalSize).
  uint64_t localSize[3] = {0, 0, 0};
  /// All groups must have the full size.
  bool uniform = false;
};

/// The local size that a launch without one gets (local_size.cpp): the required size of the
/// kernel, else one that divides the global size, else one that leaves smaller last groups if that
/// is allowed. CL_INVALID_WORK_GROUP_SIZE: no size gives the sub-groups that the kernel requires.
Status chooseLocalSize(const Device& device, const KernelMetadata& metadata, NdRange& range);

/// Whether rows of the local size are whole vectors, as many as run together, or the kernel needs
/// them as they are.
inline bool hasGoodRows(const KernelMetadata& metadata, const NdRange& range) {
  // The numbers of lanes and of rows are powers of two.
  return metadata.observesGroups || ((range.localSize[0] & (metadata.lanes - 1)) == 0 &&
                                     (range.localSize[1] & (metadata.rows - 1)) == 0);
}

/// Makes rows of whole vectors and as many as run together, with about as many work-items: what is
/// near stays near. For kernels that do not observe their groups (local_size.cpp).
void fillVectors(const KernelMetadata& metadata, NdRange& range);

/// The range as the kernel's code has it, whose vectors lie along x.
NdRange rangeOfCode(const KernelMetadata& metadata, NdRange range);

/// What children of a host's command need to know of it, since it was enqueued.
struct ChildFacts {
  /// A kernel of the code that has the blocks; keeps it mapped.
  std::shared_ptr<const CompiledKernel> home;
  const PrintfReceiver& printf;
  Ref<Queue> defaultQueue;  // null if there is none
  bool uniform = false;     // -cl-uniform-work-group-size
};

/// A launch of a kernel. Used in this order: arguments(), prepare(), then a queue.
class LaunchCommand final : public Command {
 public:
  LaunchCommand(std::shared_ptr<const CompiledKernel> kernel, Device& device,
                const PrintfReceiver& printf, cl_command_type type)
      : Command(type), kernel_(std::move(kernel)), device_(device), printf_(printf) {}

  /// The arguments, which Kernel::makeLaunch fills in, in place.
  ArgumentSnapshot& arguments() { return arguments_; }
  /// Chooses the local size if `range` has none. CL_OUT_OF_RESOURCES: local memory or the
  /// spill area is too large, or the number of work-groups has more than 64 bits. The errors of
  /// chooseLocalSize.
  Status prepare(const NdRange& range);
  /// Called before prepare(): each work-group gets a thread of its own, all at the same time.
  /// CL_INVALID_WORK_GROUP_SIZE: no local size, or one that does not divide the global size.
  /// CL_INVALID_VALUE: more groups than the device has threads.
  Status makeConcurrent(const NdRange& range);

  LaunchOrder::Place addTo(LaunchOrder& order, const LaunchOrder::Enqueued& enqueued) override;

  /// The kernel enqueues others: takes the default queue of now. `uniform`: the program is built
  /// with -cl-uniform-work-group-size.
  void allowChildren(const Context& context, bool uniform);

  /// The launch runs once, soon: called before prepare().
  void allowTurns() { takesTurns_ = true; }

  Status run() override;
  /// Runs it as a child of another launch, which `self` knows.
  Status runAsChild(ParentLaunch& self, KernelTimeLimit* limit);
  uint64_t estimateNanoseconds() const override;
  Result<std::unique_ptr<Command>> copyFor(const Context& context, Device& device) const override;

 private:
  struct Run;
  Status prepareSized(const NdRange& range);
  bool hasFullGroups(const NdRange& range) const;
  [[gnu::noinline]] void chooseCode(const NdRange& range);
  double groupCount() const;
  /// CPU time; 0 before the kernel's first measurement.
  double knownNanoseconds() const;
  Status tooLarge() const;
  [[gnu::noinline]] Status runInTurn() const;
  [[gnu::noinline]] Status runWithChildren();
  [[gnu::noinline]] Status runWithHostCalls(ParentLaunch* self, KernelTimeLimit* limit);
  void noteChanges();
  Status runOnce(const abi::Launch& launch, ParentLaunch* self, KernelTimeLimit* limit) const;
  [[gnu::cold]] Status runConcurrently(Run& run) const;
  [[gnu::noinline]] void takeLaterCode(Run& run, double nanosecondsLeft = 0) const;
  [[gnu::always_inline]] void runGroups(Run& run, uint64_t first, uint64_t end) const;
  [[gnu::cold]] [[gnu::noinline]] void addFault(Run& run, const CompiledKernel& kernel,
                                                const KernelFault& fault, uint64_t first,
                                                uint64_t end) const;
  double timeGroups(Run& run, uint64_t first, uint64_t end) const;
  void runHereOrShare(Run& run) const;
  void share(Run& run, uint64_t first, double nanosecondsPerGroup) const;

  std::shared_ptr<const CompiledKernel> kernel_;
  /// An entry of kernel_->kinds: there may be better code for this launch later, even while it
  /// runs.
  LaunchKinds::Entry* kind_ = nullptr;
  // The queue holds the device and the context, to which the receiver belongs.
  Device& device_;
  const PrintfReceiver& printf_;
  /// If the numbers of lanes are measured, and this launch is one of those.
  std::shared_ptr<LaneTrial> trial_;
  uint32_t turn_;
  bool takesTurns_ = false;
  // Set by prepare().
  bool isConcurrent_ = false;
  /// If it checks races: its place among the commands of queues; 0: none.
  LaunchOrder::Place place_ = 0;
  uint64_t groups_;
  double itemsPerGroup_;
  abi::Launch launch_;  // `host` is null: a run has its own
  ArgumentSnapshot arguments_;
  std::unique_ptr<const ChildFacts> children_;  // null if the kernel enqueues nothing
};

}  // namespace lanewise
