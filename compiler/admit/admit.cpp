// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the steps.
#include "compiler/admit/admit.h"

#include <algorithm>
#include <iterator>

#include "compiler/admit/device_queues.h"
#include "compiler/admit/function_pointers.h"
#include "compiler/admit/pipes.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

/// The module, repaired if the validator refuses it. What it says of the repaired module is about
/// more than what old translators write.
Admissible<Module> validateOrRepair(const Module& module, std::vector<Diagnostic>& remarks) {
  auto valid = validate(module);
  if (valid) return module;
  std::vector<Diagnostic> repairs;
  auto repaired = repair(module, repairs);
  if (!repaired || repairs.empty()) return std::unexpected(valid.error());
  if (valid = validate(*repaired); !valid) return std::unexpected(valid.error());
  std::ranges::move(repairs, std::back_inserter(remarks));
  return repaired;
}

/// One module of the request, up to the point where it could be linked with others. The same SpecId
/// is another constant in another module.
Admissible<Module> admitOne(const CompileRequest& request, size_t number, const Trimmed& given,
                            std::vector<Diagnostic>& remarks) {
  if (auto checked = checkEnvironment(given, request.device); !checked)
    return std::unexpected(checked.error());
  auto read =
      given.isTrimmed ? removeUnsupportedDeclarations(given.module, request.device) : given.module;
  if (!read) return read;
  auto normalized = inOrder(
      replaceFunctionPointers(*read),
      [&](const Module& module) { return removeDebugInfo(module, request.options.debugInfo); },
      expandDecorationGroups, separateEntryPoints, replacePipeStorage,
      [&](const Module& module) { return normalize(module, remarks); });
  if (!normalized) return normalized;
  const auto valid = validateOrRepair(*normalized, remarks);
  if (!valid) return valid;
  std::vector<SpecializationConstant> constants;
  std::ranges::copy_if(request.specializationConstants, std::back_inserter(constants),
                       [&](const auto& constant) { return constant.module == number; });
  auto specialized = specialize(*valid, constants);
  if (!specialized) return specialized;
  if (auto checked = checkOpenclRules(*specialized, remarks); !checked)
    return std::unexpected(checked.error());
  return specialized;
}

/// `step` for the module `number`; its diagnostic says which module it is about.
template <class Step>
auto ofModule(const CompileRequest& request, size_t number, Step step) {
  auto result = step();
  if (!result && request.modules.size() > 1) result.error().module.number = uint32_t(number + 1);
  return result;
}

Admissible<std::vector<Module>> readAll(const CompileRequest& request) {
  if (request.modules.empty()) return reject("the program has no module");
  std::vector<Module> modules;
  size_t bytes = 0;
  for (size_t n = 0; n < request.modules.size(); ++n) {
    bytes += request.modules[n].size();
    if (bytes > kMaxModuleBytes)
      return reject("the modules have more than " + std::to_string(kMaxModuleBytes) +
                    " bytes together");
    // First: the instructions that enqueue the blocks may become unreachable.
    auto module = ofModule(request, n, [&] {
      return inOrder(readModule(request.modules[n]), removeBlockEntryPoints);
    });
    if (!module) return std::unexpected(module.error());
    modules.push_back(std::move(*module));
  }
  return modules;
}

Admissible<Module> admitAll(const CompileRequest& request, std::vector<Diagnostic>& remarks) {
  auto given = readAll(request);
  if (!given) return std::unexpected(given.error());
  given = keepKernels(std::move(*given), request.kinds);
  if (!given) return std::unexpected(given.error());
  const auto trimmed = removeUnreachable(std::move(*given));
  if (!trimmed) return std::unexpected(trimmed.error());
  if (auto checked = checkOneHasFunctionPointers(*trimmed); !checked)
    return std::unexpected(checked.error());
  std::vector<Module> modules;
  for (size_t n = 0; n < trimmed->size(); ++n) {
    auto module =
        ofModule(request, n, [&] { return admitOne(request, n, (*trimmed)[n], remarks); });
    if (!module) return module;
    modules.push_back(std::move(*module));
  }
  if (modules.size() == 1) return std::move(modules[0]);
  return inOrder(link(modules), separateEntryPoints);
}

}  // namespace

std::expected<Admitted, Diagnostic> admit(const CompileRequest& request,
                                          const IsDefinedLater& isDefinedLater) {
  std::vector<Diagnostic> remarks;
  auto module = inOrder(admitAll(request, remarks), mergeBuiltInVariables, replaceNamedBarriers,
                        replacePrintf, rewriteForTranslator);
  if (!module) return std::unexpected(module.error());
  if (auto checked = checkProgram(*module, isDefinedLater); !checked)
    return std::unexpected(checked.error());
  auto kernels = reflect(*module, request.device);
  if (!kernels) return std::unexpected(kernels.error());
  Admitted admitted;
  admitted.remarks = std::move(remarks);
  admitted.kernels = std::move(*kernels);
  admitted.globalVariableBytes = globalVariableBytes(*module);
  const size_t given = module->words.size();
  admitted.words = request.options.debugInfo ? std::move(module->words) : withoutLines(*module);
  admitted.lostLines = admitted.words.size() < given;
  return admitted;
}

std::expected<std::vector<uint32_t>, Diagnostic> admitFunctions(std::vector<uint8_t> module) {
  auto given = readModule(module);
  if (!given) return std::unexpected(given.error());
  std::vector<Diagnostic> remarks;
  const Trimmed whole{std::move(*given), false};
  auto admitted = inOrder(admitOne({}, 0, whole, remarks), mergeBuiltInVariables,
                          replaceNamedBarriers, rewriteForTranslator);
  if (!admitted) return std::unexpected(admitted.error());
  if (auto checked = checkProgram(*admitted, {}); !checked) return std::unexpected(checked.error());
  return withoutLines(*admitted);
}

}  // namespace lanewise::admit
