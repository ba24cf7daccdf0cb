// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links several modules with SPIRV-Tools. Unresolved imports remain, and checkProgram() reports
// them.
#include <spirv-tools/linker.hpp>

#include "compiler/admit/stages.h"

namespace lanewise::admit {

Admissible<Module> link(std::span<const Module> modules) {
  std::string messages;
  spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  context.SetMessageConsumer(
      [&](spv_message_level_t level, const char*, const spv_position_t&, const char* text) {
        if (level > SPV_MSG_ERROR) return;
        if (!messages.empty()) messages += '\n';
        messages += text;
      });
  std::vector<const uint32_t*> binaries;
  std::vector<size_t> counts;
  for (const Module& module : modules) {
    binaries.push_back(module.words.data());
    counts.push_back(module.words.size());
  }
  spvtools::LinkerOptions options;
  options.SetCreateLibrary(true);
  options.SetAllowPartialLinkage(true);
  options.SetAllowPtrTypeMismatch(true);
  options.SetUseHighestVersion(true);
  std::vector<uint32_t> linked;
  const spv_result_t result =
      spvtools::Link(context, binaries.data(), counts.data(), binaries.size(), &linked, options);
  if (result != SPV_SUCCESS)
    return reject("the modules cannot be linked: " +
                  (messages.empty() ? "no reason given" : messages));
  auto module = readModule(std::move(linked));
  if (!module) return module;
  if (auto valid = validate(*module); !valid) {
    valid.error().text.insert(0, "after linking: ");
    return std::unexpected(valid.error());
  }
  return module;
}

}  // namespace lanewise::admit
