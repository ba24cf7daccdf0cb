// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs SPIRV-Tools' validator in the universal environment of the module's version: its OpenCL
// environments end at SPIR-V 1.2. environment.cpp and program.cpp check the rules of OpenCL.
#include <algorithm>
#include <memory>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

// SPIR-V asks for 255 at least. A kernel may have CL_DEVICE_MAX_PARAMETER_SIZE bytes of them.
constexpr uint32_t kMaxParameters = 4096;
constexpr size_t kMaxMessageBytes = 1000;

spv_target_env environmentOf(uint32_t version) {
  switch (version >> 8 & 0xff) {
    case 0: return SPV_ENV_UNIVERSAL_1_0;
    case 1: return SPV_ENV_UNIVERSAL_1_1;
    case 2: return SPV_ENV_UNIVERSAL_1_2;
    case 3: return SPV_ENV_UNIVERSAL_1_3;
    case 4: return SPV_ENV_UNIVERSAL_1_4;
    case 5: return SPV_ENV_UNIVERSAL_1_5;
    default: return SPV_ENV_UNIVERSAL_1_6;
  }
}

/// The validator counts instructions from 1, diagnostics count words.
Diagnostic describe(const Module& module, const spv_diagnostic_t& diagnostic) {
  std::string text = diagnostic.error ? diagnostic.error : "no reason given";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  // The validator quotes the whole instruction, which may have 65,535 operands.
  if (text.size() > kMaxMessageBytes) text.replace(kMaxMessageBytes, text.npos, " ...");
  const Finding finding("not valid SPIR-V: " + text);
  const size_t index = diagnostic.position.index;
  if (index >= 1 && index <= module.instructions.size())
    return module.diagnose(module.instructions[index - 1], finding);
  return reject(finding).error();
}

Admissible<void> validateBare(const Module& module) {
  std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(environmentOf(module.version())), spvContextDestroy);
  std::unique_ptr<spv_validator_options_t, decltype(&spvValidatorOptionsDestroy)> options(
      spvValidatorOptionsCreate(), spvValidatorOptionsDestroy);
  spvValidatorOptionsSetFriendlyNames(options.get(), false);
  spvValidatorOptionsSetUniversalLimit(options.get(), spv_validator_limit_max_function_args,
                                       kMaxParameters);
  spv_const_binary_t binary{module.words.data(), module.words.size()};
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result =
      spvValidateWithOptions(context.get(), options.get(), &binary, &diagnostic);
  std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> owner(diagnostic,
                                                                           spvDiagnosticDestroy);
  if (result == SPV_SUCCESS) return {};
  if (!diagnostic) return reject("not valid SPIR-V");
  return std::unexpected(describe(module, *diagnostic));
}

bool hasDebugInfo(const Module& module) {
  for (const Instruction& i : module.instructions)
    if (i.opcode == spv::Op::OpExtInstImport &&
        module.get(i, OpExtInstImport::kName) == "OpenCL.DebugInfo.100")
      return true;
  return false;
}

}  // namespace

/// Debug information is left out: what clang and llvm-spirv write of it is not valid by the letter.
Admissible<void> validate(const Module& module) {
  const bool debugInfo = hasDebugInfo(module);
  const bool longComposites = std::ranges::any_of(module.instructions, [&](const Instruction& i) {
    return i.opcode == spv::Op::OpExtension &&
           module.get(i, OpExtension::kName) == kTranslatorLongComposites;
  });
  const bool imageLevels = std::ranges::any_of(
      module.instructions, [&](const Instruction& i) { return hasImageLevel(module, i); });
  if (!debugInfo && !longComposites && !imageLevels) return validateBare(module);
  Admissible<Module> bare = debugInfo ? removeDebugInfo(module, false) : module;
  if (bare && longComposites) bare = shortenComposites(*bare);
  if (bare && imageLevels) bare = copyImageLevels(*bare);
  if (!bare) return std::unexpected(bare.error());
  return validateBare(*bare);
}

}  // namespace lanewise::admit
