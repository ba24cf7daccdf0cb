// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links several modules with SPIRV-Tools. Unresolved imports remain, and checkProgram() reports
// them. Lines of the source survive the link (linked_lines.cpp), and errors of the linker are
// diagnostics that name the symbol and the programs (link_diagnostics.cpp).
#include <spirv-tools/linker.hpp>

#include "compiler/admit/linked_lines.h"
#include "compiler/admit/stages.h"

namespace lanewise::admit {

Admissible<Module> link(std::span<const Module> modules) {
  if (auto distinct = checkDistinctSymbols(modules); !distinct)
    return std::unexpected(distinct.error());
  std::string messages;
  spvtools::Context context(SPV_ENV_UNIVERSAL_1_6);
  context.SetMessageConsumer(
      [&](spv_message_level_t level, const char*, const spv_position_t&, const char* text) {
        if (level > SPV_MSG_ERROR) return;
        if (!messages.empty()) messages += '\n';
        messages += text;
      });
  LinkedLines lines;
  std::vector<std::vector<uint32_t>> binaries;
  for (const Module& module : modules) binaries.push_back(lines.number(module));
  spvtools::LinkerOptions options;
  options.SetCreateLibrary(true);
  options.SetAllowPartialLinkage(true);
  options.SetAllowPtrTypeMismatch(true);
  options.SetUseHighestVersion(true);
  std::vector<uint32_t> linked;
  if (spvtools::Link(context, binaries, &linked, options) != SPV_SUCCESS)
    return std::unexpected(explainLinkError(modules, messages));
  auto module = readModule(lines.restore(linked));
  if (module) module = sortDeclarations(*module);
  if (module) module = castCallResults(*module);
  if (!module) return module;
  if (auto valid = validate(*module); !valid) {
    valid.error().text.insert(0, "after linking: ");
    return std::unexpected(valid.error());
  }
  return module;
}

}  // namespace lanewise::admit
