// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch of one group of one, without a command.
#include "runtime/launch/run_alone.h"

#include "runtime/base/config.h"
#include "runtime/device/device.h"
#include "runtime/faults/fault_message.h"
#include "runtime/faults/kernel_call.h"
#include "runtime/faults/kernel_time_limit.h"
#include "runtime/launch/host_calls.h"
#include "runtime/workers/fp_environment.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace lanewise {

Status runAlone(const CompiledKernel& kernel) {
  const KernelMetadata& metadata = kernel.metadata;
  const uint64_t spillBytes = metadata.spillFixedBytes + metadata.spillVectorBytes;
  const auto tooLarge = [&]() -> Status {
    return {CL_OUT_OF_RESOURCES, "cannot run '" + metadata.name + "': a work-item needs " +
                                     std::to_string(metadata.localBytes + spillBytes) +
                                     " bytes of memory"};
  };
  if (metadata.localBytes > Device::localMemoryBytes() ||
      metadata.localBytes + spillBytes > kMaxGroupBytes)
    return tooLarge();
  const abi::Worker worker = threadBlocks(metadata.localBytes, spillBytes);
  if (!worker.localMemory) return tooLarge();
  const PrintfReceiver standardOutput;
  PrintfOutput output(standardOutput);
  HostCallContext hostCalls{.kernel = &metadata, .printfOutput = &output};
  abi::Launch launch = {};
  for (auto* sizes : {launch.globalSize, launch.localSize, launch.numGroups})
    std::fill_n(sizes, 3, 1);
  launch.workDim = 1;
  setHostCalls(launch);
  launch.host = &hostCalls;
  // What checks read of a launch; there are no arguments.
  const std::vector<uint64_t> block(metadata.argumentBytes / sizeof(uint64_t) + 1);
  launch.arguments = block.data();
  launch.localBytes = metadata.localBytes;
  launch.spillBytes = spillBytes;
  Status status;
  {
    const KernelFpEnvironment environment(metadata.flushesDenormals);
    KernelCall call(kernel.image.code);
    std::optional<KernelTimeLimit> limit;
    if (const uint64_t seconds = config().kernelSeconds)
      limit.emplace(std::chrono::seconds(seconds));
    if (limit ? !limit->run(call, kernel.entry, launch, worker, 0, 1)
              : !call.run(kernel.entry, launch, worker, 0, 1))
      status = {CL_OUT_OF_RESOURCES,
                faultMessage(metadata.name, kernel.image, call.fault(), {launch.numGroups, 0, 1})};
  }
  output.end();
  return status;
}

}  // namespace lanewise
