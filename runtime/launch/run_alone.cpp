// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch of one group of one, without a command.
#include "runtime/launch/run_alone.h"

#include "runtime/device/device.h"
#include "runtime/launch/printf.h"
#include "runtime/workers/fp_environment.h"
#include "runtime/workers/thread_blocks.h"

#include <algorithm>

namespace lanewise {
namespace {

int32_t print(const abi::Launch* launch, const char* format, const void* values,
              uint64_t sizeBytes) {
  auto* output = static_cast<PrintfOutput*>(launch->host);
  return output->print(format, {static_cast<const std::byte*>(values), sizeBytes}) ? 0 : -1;
}

}  // namespace

Status runAlone(const CompiledKernel& kernel) {
  const KernelMetadata& facts = kernel.facts;
  const uint64_t scratchBytes = facts.scratchFixedBytes + facts.scratchItemBytes;
  const auto tooLarge = [&]() -> Status {
    return {CL_OUT_OF_RESOURCES, "no memory for '" + facts.name + "', which needs " +
                                     std::to_string(facts.localBytes + scratchBytes) + " bytes"};
  };
  if (facts.localBytes > Device::kLocalMemoryBytes ||
      facts.localBytes + scratchBytes > kMaxThreadBlockBytes - 2 * abi::kBlockAlignment)
    return tooLarge();
  const abi::Worker worker = threadBlocks(facts.localBytes, scratchBytes);
  if (!worker.localMemory) return tooLarge();
  PrintfOutput output;
  abi::Launch launch = {};
  for (auto* sizes : {launch.globalSize, launch.localSize, launch.numGroups})
    std::fill_n(sizes, 3, 1);
  launch.workDim = 1;
  launch.printf = print;
  launch.host = &output;
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
