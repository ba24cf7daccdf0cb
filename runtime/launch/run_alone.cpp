// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch of one group of one, without a command.
#include "runtime/launch/run_alone.h"

#include "runtime/device/device.h"
#include "runtime/launch/host_calls.h"
#include "runtime/workers/fp_environment.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>

namespace lanewise {

Status runAlone(const CompiledKernel& kernel) {
  const KernelMetadata& facts = kernel.facts;
  const uint64_t scratchBytes = facts.scratchFixedBytes + facts.scratchItemBytes;
  const auto tooLarge = [&]() -> Status {
    return {CL_OUT_OF_RESOURCES, "cannot run '" + facts.name + "': a work-item needs " +
                                     std::to_string(facts.localBytes + scratchBytes) +
                                     " bytes of memory"};
  };
  if (facts.localBytes > Device::kLocalMemoryBytes ||
      facts.localBytes + scratchBytes > kMaxGroupBytes)
    return tooLarge();
  const abi::Worker worker = threadBlocks(facts.localBytes, scratchBytes);
  if (!worker.localMemory) return tooLarge();
  PrintfOutput output;
  HostCallContext hostCalls{&output};
  abi::Launch launch = {};
  for (auto* sizes : {launch.globalSize, launch.localSize, launch.numGroups})
    std::fill_n(sizes, 3, 1);
  launch.workDim = 1;
  setHostCalls(launch);
  launch.host = &hostCalls;
  launch.localBytes = facts.localBytes;
  launch.scratchBytes = scratchBytes;
  {
    const KernelFpEnvironment environment;
    abi::runGroups(kernel.entry, launch, worker, 0, 1);
  }
  output.writeToStdout();
  return {};
}

}  // namespace lanewise
