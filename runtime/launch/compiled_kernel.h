// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompiledKernel: the code of one kernel and its metadata, as loaded. All that a launch needs of a
// kernel, beside its arguments. LoadedCode owns it; a shared_ptr that points into a LoadedCode
// keeps it mapped.
#pragma once

#include "interface/kernel_abi.h"
#include "interface/kernel_metadata.h"
#include "runtime/launch/launch_cost.h"

namespace lanewise {

struct CompiledKernel {
  KernelMetadata metadata;
  abi::Entry entry = nullptr;
  mutable LaunchCost cost = {};
};

}  // namespace lanewise
