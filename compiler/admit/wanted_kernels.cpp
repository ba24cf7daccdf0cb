// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes the entry points of kernels that a request does not want. What only they reach goes with
// removeUnreachable(), so that a kernel of a large program costs no more than in a small one.
#include <algorithm>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

bool isWanted(const Module& module, const Instruction& entryPoint,
              std::span<const std::string> names) {
  return std::ranges::find(names, module.get(entryPoint, OpEntryPoint::kName)) != names.end();
}

Admissible<Module> keepIn(const Module& module, std::span<const std::string> names) {
  std::unordered_set<uint32_t> kept, removed;  // functions of entry points
  for (const Instruction& i : module.instructions)
    if (i.opcode == spv::Op::OpEntryPoint)
      (isWanted(module, i, names) ? kept : removed)
          .insert(module.get(i, OpEntryPoint::kEntryPoint));
  Rewriter out(module);
  for (const Instruction& i : module.instructions) {
    const bool isMode =
        i.opcode == spv::Op::OpExecutionMode || i.opcode == spv::Op::OpExecutionModeId;
    // The modes of a function are those of all its entry points.
    const bool isOther = isMode && removed.contains(module.get(i, OpExecutionMode::kEntryPoint)) &&
                         !kept.contains(module.get(i, OpExecutionMode::kEntryPoint));
    if (!isOther && (i.opcode != spv::Op::OpEntryPoint || isWanted(module, i, names))) out.keep(i);
  }
  return out.finish();
}

}  // namespace

Admissible<std::vector<Module>> keepKernels(std::vector<Module> modules,
                                            std::span<const std::string> names) {
  const auto hasAny = [&](const Module& module) {
    return std::ranges::any_of(module.instructions, [&](const Instruction& i) {
      return i.opcode == spv::Op::OpEntryPoint && isWanted(module, i, names);
    });
  };
  if (std::ranges::none_of(modules, hasAny)) return modules;
  for (Module& module : modules) {
    auto less = keepIn(module, names);
    if (!less) return std::unexpected(less.error());
    module = std::move(*less);
  }
  return modules;
}

}  // namespace lanewise::admit
