// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes entry points: those of kernels that a request does not want, for one. What only they
// reach goes with removeUnreachable(), so that a kernel of a large program costs no more than in a
// small one.
#include <algorithm>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {

Admissible<Module> removeEntryPoints(const Module& module,
                                     const std::function<bool(const Instruction&)>& isRemoved) {
  std::unordered_set<uint32_t> kept, removed;  // functions of entry points
  for (const Instruction& i : module.instructions)
    if (i.opcode == spv::Op::OpEntryPoint)
      (isRemoved(i) ? removed : kept).insert(module.get(i, OpEntryPoint::kEntryPoint));
  if (removed.empty()) return module;
  Rewriter out(module);
  for (const Instruction& i : module.instructions) {
    const bool isMode =
        i.opcode == spv::Op::OpExecutionMode || i.opcode == spv::Op::OpExecutionModeId;
    // The modes of a function are those of all its entry points.
    const bool isOther = isMode && removed.contains(module.get(i, OpExecutionMode::kEntryPoint)) &&
                         !kept.contains(module.get(i, OpExecutionMode::kEntryPoint));
    if (!isOther && (i.opcode != spv::Op::OpEntryPoint || !isRemoved(i))) out.keep(i);
  }
  return out.finish();
}

Admissible<std::vector<Module>> keepKernels(std::vector<Module> modules,
                                            std::span<const LaunchKind> kinds) {
  const auto isOther = [&](const Module& module, const Instruction& entryPoint) {
    const std::string name = module.get(entryPoint, OpEntryPoint::kName);
    return std::ranges::find(kinds, name, &LaunchKind::kernel) == kinds.end();
  };
  const auto hasAny = [&](const Module& module) {
    return std::ranges::any_of(module.instructions, [&](const Instruction& i) {
      return i.opcode == spv::Op::OpEntryPoint && !isOther(module, i);
    });
  };
  if (std::ranges::none_of(modules, hasAny)) return modules;
  for (Module& module : modules) {
    auto less = removeEntryPoints(module, [&](const Instruction& i) { return isOther(module, i); });
    if (!less) return std::unexpected(less.error());
    module = std::move(*less);
  }
  return modules;
}

}  // namespace lanewise::admit
