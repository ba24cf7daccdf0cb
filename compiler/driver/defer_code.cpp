// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation takes five sixths of the time of a program of many kernels, of which applications
// launch few. docs/design/code-when-needed.md has the reasons.
#include "compiler/driver/defer_code.h"

#include "compiler/codegen/function_groups.h"
#include "compiler/codegen/kernel_bitcode.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/driver/build.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <algorithm>

namespace lanewise {
namespace {

// The code of so many instructions of LLVM IR is generated in about 200 ms. The code of less is
// there sooner in one piece.
constexpr size_t kLongCode = 10'000;
// Copies of constants that several groups use, for all groups.
constexpr uint64_t kMostCopiedBytes = uint64_t(1) << 20;

bool isVariable(const llvm::GlobalVariable& global) { return !global.isConstant(); }

/// Code generation finds errors in inline assembly only.
bool isAssembly(const llvm::Function& function) { return function.hasFnAttribute(kAssemblyText); }

/// What the groups have more of than the module.
uint64_t copiedBytes(const llvm::Module& module, const std::vector<FunctionGroup>& groups) {
  llvm::DenseMap<const llvm::Function*, size_t> places;
  for (const auto& [place, group] : llvm::enumerate(groups))
    for (const llvm::Function* function : group) places[function] = place;
  uint64_t sum = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration()) continue;
    llvm::SmallPtrSet<const llvm::Function*, 8> users;
    addUsers(variable, users);
    llvm::SmallDenseSet<size_t> used;
    for (const llvm::Function* user : users) used.insert(places.lookup(user));
    const uint64_t sizeBytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    if (used.size() > 1) sum += sizeBytes * (used.size() - 1);
  }
  return sum;
}

/// The groups of functions with kernels; none if the module has to stay whole.
std::vector<FunctionGroup> groupsToDefer(const llvm::Module& module, DeferCode defer,
                                         bool hasManyKernels) {
  if (!isDivisible(module) || llvm::any_of(module.globals(), isVariable) ||
      llvm::any_of(module, isAssembly))
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
  if ((!pays && defer != DeferCode::Always) || copiedBytes(module, *groups) > kMostCopiedBytes)
    return {};
  return std::move(*groups);
}

}  // namespace

bool mayDeferCode(const Build& build) {
  const CompileRequest& request = build.request;
  return request.deferCode != DeferCode::Never && request.goal != Goal::BitcodeToCode &&
         request.kinds.empty() && build.isOptimized() && !request.options.debugInfo &&
         !request.options.explain && request.dumpStages.empty() &&
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
