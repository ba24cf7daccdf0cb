// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CompiledKernel: the code of one kernel and its metadata, as loaded. All that a launch needs of a
// kernel, beside its arguments. LoadedCode owns it; a shared_ptr that points into a LoadedCode
// keeps it mapped.
#pragma once

#include "interface/kernel_abi.h"
#include "interface/kernel_metadata.h"
#include "runtime/faults/code_image.h"
#include "runtime/launch/launch_cost.h"

#include <memory>
#include <string_view>
#include <vector>

namespace lanewise {

class DeferredCode;
class LaunchKinds;

struct CompiledKernel {
  KernelMetadata metadata;
  abi::Entry entry = nullptr;  // null if the code is deferred
  CodeImage image = {};
  uint64_t codeBytes = 0;  // of the entry; 0 if the code does not tell
  /// The texts of its sites, if it checks races (abi::kSitesSymbol).
  std::shared_ptr<const std::string> raceSites = nullptr;
  mutable LaunchCost cost = {};
  /// Code for launches of one kind; null if there cannot be any.
  std::shared_ptr<LaunchKinds> kinds = nullptr;
  /// What kernels of this code may enqueue, by their numbers; null if there is nothing.
  const std::vector<CompiledKernel>* blocks = nullptr;
  /// Makes the code, if it is deferred.
  DeferredCode* deferred = nullptr;
};

/// Null if there is none of that name.
inline const CompiledKernel* findKernel(const std::vector<CompiledKernel>& kernels,
                                        std::string_view name) {
  for (const CompiledKernel& kernel : kernels)
    if (kernel.metadata.name == name) return &kernel;
  return nullptr;
}

}  // namespace lanewise
