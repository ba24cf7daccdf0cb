// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch of a kernel over an ND-range: the command that clEnqueueNDRangeKernel makes.
#pragma once

#include "runtime/launch/argument_snapshot.h"
#include "runtime/launch/compiled_kernel.h"
#include "runtime/queue/command.h"

#include <memory>

namespace lanewise {

class Device;

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
Status chooseLocalSize(const Device& device, const KernelMetadata& facts, NdRange& range);

/// Makes the command. CL_OUT_OF_RESOURCES: local memory or the spill area is too large, or the
/// number of work-groups has more than 64 bits. The errors of chooseLocalSize.
Result<std::unique_ptr<Command>> makeLaunch(std::shared_ptr<const CompiledKernel> kernel,
                                            ArgumentSnapshot arguments, Device& device,
                                            const NdRange& range, cl_command_type type);

}  // namespace lanewise
