// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation takes five sixths of the time of a program of many kernels, of which applications
// launch few. docs/design/code-when-needed.md has the reasons.
#include "compiler/driver/defer_code.h"

#include "compiler/codegen/assembly_errors.h"
#include "compiler/codegen/function_groups.h"
#include "compiler/codegen/kernel_bitcode.h"
#include "compiler/driver/build.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>

#include <algorithm>

namespace lanewise {
namespace {

// The code of so many instructions of LLVM IR is generated in about 200 ms. The code of less is
// there sooner in one piece.
constexpr size_t kLongCode = 10'000;

/// The groups of functions with kernels; none if the module has to stay whole.
std::vector<FunctionGroup> groupsToDefer(const llvm::Module& module, DeferCode defer,
                                         bool hasManyKernels) {
  const auto isVariable = [](const llvm::GlobalVariable& variable) {
    return !variable.isConstant();
  };
  if (!isDivisible(module) || llvm::any_of(module.globals(), isVariable) || firstAssembly(module))
    return {};
  auto groups = groupsOf(module);
  if (!groups) return {};
  size_t sum = 0;
  for (const FunctionGroup& group : *groups) {
    const size_t size = sizeOf(group);
    if (size > kMostInstructionsOfGroup) return {};
    sum += size;
  }
  const bool pays = groups->size() > 1 && (sum >= kLongCode || hasManyKernels);
  if (!pays && defer != DeferCode::Always) return {};
  return std::move(*groups);
}

}  // namespace

bool mayDeferCode(const Build& build) {
  const CompileRequest& request = build.request;
  return request.deferCode != DeferCode::Never && request.kinds.empty() && build.isOptimized() &&
         !request.options.debugInfo && !request.options.explain && request.dumpStages.empty() &&
         build.reply.globalVariableBytes == 0 &&
         llvm::all_of(build.reply.kernels, [](const KernelMetadata& kernel) {
           return kernel.role == KernelRole::Kernel;
         });
}

bool deferCode(Build& build) {
  if (!mayDeferCode(build)) return false;
  const std::vector<FunctionGroup> groups =
      groupsToDefer(*build.module, build.request.deferCode, build.hasManyKernels());
  if (groups.empty()) return false;
  llvm::DenseMap<const llvm::Function*, uint32_t> numbers;
  for (const auto& [number, kernel] : llvm::enumerate(build.reply.kernels))
    numbers[build.module->getFunction(kernel.symbol)] = static_cast<uint32_t>(number);
  for (const FunctionGroup& group : groups) {
    KernelBitcode part;
    for (const llvm::Function* function : group)
      if (const auto kernel = numbers.find(function); kernel != numbers.end())
        part.kernels.push_back(kernel->second);
    if (part.kernels.empty()) continue;
    part.bytes = writeBitcode(*build.module, group);
    build.reply.bitcode.push_back(std::move(part));
  }
  return true;
}

}  // namespace lanewise
