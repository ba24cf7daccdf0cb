// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch: fills abi::Launch, cuts the ND-range into work-groups and the groups into chunks, and
// calls the kernel's entry. A short launch runs whole on the thread that drains the queue; a long
// one is shared with the workers as soon as that is known to pay. A launch that a command buffer
// recorded runs many times, perhaps at the same time: what a run changes is a Run.
#include "runtime/launch/launch.h"

#include "runtime/device/device.h"
#include "runtime/launch/printf.h"
#include "runtime/workers/fp_environment.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace lanewise {
namespace {

// Waking sleeping threads costs about this much; with threads awake sharing costs far less.
constexpr double kShareNanoseconds = 100'000;
constexpr double kShareAwakeNanoseconds = 10'000;
// A chunk is long against taking it, and short enough that the threads end together.
constexpr double kMinChunkNanoseconds = 5'000;
constexpr double kChunkNanoseconds = 30'000;
constexpr uint64_t kChunksPerThread = 8;
// Assumed of a kernel that never ran.
constexpr uint64_t kUnknownNanoseconds = 20'000;

using Clock = std::chrono::steady_clock;
double nanosecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

class LaunchCommand final : public Command {
 public:
  LaunchCommand(std::shared_ptr<const CompiledKernel> kernel, ArgumentSnapshot&& arguments,
                Device& device, cl_command_type type)
      : Command(type),
        kernel_(std::move(kernel)),
        device_(device),
        arguments_(std::move(arguments)) {}

  Status prepare(const NdRange& range);
  cl_int run() override;
  uint64_t estimateNanoseconds() const override;

 private:
  struct Run;
  void runGroups(Run& run, uint64_t first, uint64_t end) const;
  double timeGroups(Run& run, uint64_t first, uint64_t end) const;
  void runHereOrShare(Run& run) const;
  void share(Run& run, uint64_t first, double nanosecondsPerGroup) const;
  static int32_t print(const abi::Launch* launch, const char* format, const void* values,
                       uint64_t sizeBytes);

  std::shared_ptr<const CompiledKernel> kernel_;
  Device& device_;  // the queue holds it
  uint64_t groups_ = 1;
  double itemsPerGroup_ = 1;
  uint64_t scratchBytes_ = 0;
  abi::Launch launch_;
  ArgumentSnapshot arguments_;
};

struct LaunchCommand::Run {
  abi::Launch launch;  // whose `host` is this run
  std::atomic<cl_int> status{CL_COMPLETE};
  PrintfOutput* printfOutput = nullptr;
};

/// Group counts of each dimension and their product; false if that is more than 64 bits.
bool countGroups(const NdRange& range, uint64_t (&numGroups)[3], uint64_t& total) {
  total = 1;
  for (int d = 0; d < 3; ++d) {
    const uint64_t size = range.globalSize[d], local = range.localSize[d];
    numGroups[d] = size / local + (size % local != 0);
    if (__builtin_mul_overflow(total, numGroups[d], &total)) return false;
  }
  return true;
}

Status LaunchCommand::prepare(const NdRange& range) {
  const KernelMetadata& facts = kernel_->facts;
  if (arguments_.localBytes > Device::kLocalMemoryBytes)
    return {CL_OUT_OF_RESOURCES, "local memory of " + std::to_string(arguments_.localBytes) +
                                     " bytes exceeds " + std::to_string(Device::kLocalMemoryBytes) +
                                     " for kernel '" + facts.name + "'"};
  std::copy_n(range.globalSize, 3, launch_.globalSize);
  std::copy_n(range.globalOffset, 3, launch_.globalOffset);
  std::copy_n(range.localSize, 3, launch_.localSize);
  if (!countGroups(range, launch_.numGroups, groups_))
    return {CL_OUT_OF_RESOURCES, "more than 2^64 work-groups for kernel '" + facts.name + "'"};
  const uint64_t items = range.localSize[0] * range.localSize[1] * range.localSize[2];
  itemsPerGroup_ = static_cast<double>(items);
  scratchBytes_ = facts.scratchFixedBytes + facts.scratchItemBytes * items;
  if (arguments_.localBytes + scratchBytes_ > kMaxThreadBlockBytes - 2 * abi::kBlockAlignment)
    return {CL_OUT_OF_RESOURCES, "a work-group of " + std::to_string(items) + " of kernel '" +
                                     facts.name + "' needs " + std::to_string(scratchBytes_) +
                                     " bytes of scratch memory"};
  launch_.workDim = range.workDim;
  launch_.reserved = 0;
  launch_.arguments = arguments_.block();
  launch_.printf = print;
  launch_.localBytes = arguments_.localBytes;
  launch_.scratchBytes = scratchBytes_;
  launch_.argumentBytes = facts.argumentBytes;
  return {};
}

uint64_t LaunchCommand::estimateNanoseconds() const {
  const double perItem = kernel_->cost.nanosecondsPerItem();
  if (perItem == 0) return kUnknownNanoseconds;
  return static_cast<uint64_t>(
      std::min(1e18, perItem * itemsPerGroup_ * static_cast<double>(groups_)));
}

cl_int LaunchCommand::run() {
  Run run{launch_};
  run.launch.host = &run;
  std::optional<PrintfOutput> output;
  if (kernel_->facts.usesPrintf) run.printfOutput = &output.emplace();
  if (groups_ > 1)
    runHereOrShare(run);
  else if (groups_ == 1 && kernel_->cost.wantsSample())
    timeGroups(run, 0, 1);
  else if (groups_ == 1)
    runGroups(run, 0, 1);
  if (output) output->writeToStdout();
  return run.status.load(std::memory_order_relaxed);
}

void LaunchCommand::runGroups(Run& run, uint64_t first, uint64_t end) const {
  const abi::Worker worker = threadBlocks(arguments_.localBytes, scratchBytes_);
  if (!worker.localMemory) {
    run.status.store(CL_OUT_OF_RESOURCES, std::memory_order_relaxed);
    return;
  }
  const KernelFpEnvironment environment;
  abi::runGroups(kernel_->entry, run.launch, worker, first, end);
}

/// Runs and measures; nanoseconds per group.
double LaunchCommand::timeGroups(Run& run, uint64_t first, uint64_t end) const {
  const auto start = Clock::now();
  runGroups(run, first, end);
  const double nanoseconds = nanosecondsSince(start);
  const double groups = static_cast<double>(end - first);
  kernel_->cost.add(nanoseconds, groups * itemsPerGroup_);
  return nanoseconds / groups;
}

// Begins here, in pieces that are short against a wake-up, until what is left is known to be worth
// sharing.
void LaunchCommand::runHereOrShare(Run& run) const {
  Workers* workers = device_.facts().cores > 1 ? &device_.workers() : nullptr;
  double perGroup = kernel_->cost.nanosecondsPerItem() * itemsPerGroup_;
  const bool wasKnown = perGroup > 0;
  if (wasKnown && perGroup * static_cast<double>(groups_) < kMinChunkNanoseconds &&
      !kernel_->cost.wantsSample())
    return runGroups(run, 0, groups_);
  for (uint64_t first = 0; first < groups_;) {
    const uint64_t left = groups_ - first;
    const double worthwhile =
        workers && workers->someAwake() ? kShareAwakeNanoseconds : kShareNanoseconds;
    // An estimate that is only known from elsewhere is tried on one piece first.
    const bool known = wasKnown || first > 0;
    if (workers && left > 1 && known && perGroup * static_cast<double>(left) > worthwhile)
      return share(run, first, perGroup);
    uint64_t piece = known ? static_cast<uint64_t>(kChunkNanoseconds / (perGroup + 1)) : 1;
    piece = std::clamp<uint64_t>(piece, 1, left);
    perGroup = timeGroups(run, first, first + piece);
    first += piece;
  }
}

void LaunchCommand::share(Run& run, uint64_t first, double perGroup) const {
  struct Rest {
    const LaunchCommand& launch;
    Run& run;
    uint64_t first;
  } rest{*this, run, first};
  const auto groupsIn = [&](double nanoseconds) {
    return std::max<uint64_t>(1, static_cast<uint64_t>(nanoseconds / (perGroup + 1)));
  };
  const uint64_t left = groups_ - first;
  const uint64_t fair = left / (kChunksPerThread * device_.facts().cores);
  const uint64_t grain =
      std::clamp(fair, groupsIn(kMinChunkNanoseconds), groupsIn(kChunkNanoseconds));
  const auto body = [](void* user, uint64_t begin, uint64_t end) {
    const Rest& rest = *static_cast<Rest*>(user);
    rest.launch.timeGroups(rest.run, rest.first + begin, rest.first + end);
  };
  device_.workers().forEachRange(left, grain, body, &rest);
}

int32_t LaunchCommand::print(const abi::Launch* launch, const char* format, const void* values,
                             uint64_t sizeBytes) {
  PrintfOutput* output = static_cast<Run*>(launch->host)->printfOutput;
  return output && output->print(format, {static_cast<const std::byte*>(values), sizeBytes}) ? 0
                                                                                             : -1;
}

}  // namespace

Result<std::unique_ptr<Command>> makeLaunch(std::shared_ptr<const CompiledKernel> kernel,
                                            ArgumentSnapshot arguments, Device& device,
                                            const NdRange& range, cl_command_type type) {
  NdRange whole = range;
  if (!range.localSize[0]) TRY_STATUS(chooseLocalSize(device, kernel->facts, whole));
  auto command =
      std::make_unique<LaunchCommand>(std::move(kernel), std::move(arguments), device, type);
  TRY_STATUS(command->prepare(whole));
  return command;
}

}  // namespace lanewise
