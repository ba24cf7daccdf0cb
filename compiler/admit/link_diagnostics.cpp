// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why modules cannot be linked. SPIRV-Tools' linker reports ids of its own module in most messages.
// This file finds the symbol and the programs that disagree on it.
#include <map>
#include <string_view>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

/// A name by which modules are linked, or that of a kernel.
struct Symbol {
  const Module* module;
  const Instruction* instruction;  // the definition or declaration, or the OpEntryPoint
};
using Symbols = std::multimap<std::string, Symbol>;

struct AllSymbols {
  Symbols exports, imports, kernels;
};

AllSymbols symbolsOf(std::span<const Module> modules) {
  AllSymbols all;
  for (const Module& module : modules) {
    for (const Instruction& i : module.instructions) {
      if (i.opcode == spv::Op::OpEntryPoint)
        all.kernels.emplace(module.get(i, OpEntryPoint::kName), Symbol{&module, &i});
      if (!module.decorates(i, spv::Decoration::LinkageAttributes)) continue;
      const Instruction* target = module.definition(module.get(i, OpDecorate::kTarget));
      if (!target) continue;
      const auto linkage = module.linkageType(i);
      // Other linkages may have several definitions.
      if (linkage == spv::LinkageType::Export)
        all.exports.emplace(module.linkageName(i), Symbol{&module, target});
      if (linkage == spv::LinkageType::Import)
        all.imports.emplace(module.linkageName(i), Symbol{&module, target});
    }
  }
  return all;
}

class LinkError {
 public:
  explicit LinkError(std::span<const Module> modules)
      : modules_(modules), symbols_(symbolsOf(modules)) {}

  Admissible<void> checkDistinct() const {
    for (const auto& [what, symbols] : {std::pair{std::string("kernel "), &symbols_.kernels},
                                        std::pair{std::string(), &symbols_.exports}})
      for (auto at = symbols->begin(); at != symbols->end(); ++at)
        if (const auto next = std::next(at); next != symbols->end() && next->first == at->first)
          return std::unexpected(errorAt(
              next->second, what + nameOf(next->second) + " is defined twice: in " +
                                programOf(at->second) + " and in " + programOf(next->second)));
    return {};
  }

  Diagnostic explain(std::string_view messages) const {
    // A message about two types quotes the name.
    for (const auto& [name, import] : symbols_.imports) {
      const auto definition = symbols_.exports.find(name);
      if (definition != symbols_.exports.end() && messages.contains("\"" + name + "\""))
        return errorAt({import.module, &useOf(import)}, nameOf(import) + " is declared in " +
                                                            programOf(import) + " and defined in " +
                                                            programOf(definition->second) +
                                                            " with different types");
    }
    return {.kind = DiagnosticKind::InvalidInput,
            .text = "the programs cannot be linked: " +
                    (messages.empty() ? "no reason given" : std::string(messages))};
  }

 private:
  Diagnostic errorAt(const Symbol& symbol, std::string text) const {
    Diagnostic diagnostic = symbol.module->diagnose(*symbol.instruction, std::move(text));
    diagnostic.module.number = numberOf(symbol);
    return diagnostic;
  }

  /// Where the module uses a function that it declares: declarations have no line.
  static const Instruction& useOf(const Symbol& import) {
    for (const Instruction& i : import.module->instructions)
      if (i.opcode == spv::Op::OpFunctionCall &&
          import.module->get(i, OpFunctionCall::kFunction) == import.instruction->resultId)
        return i;
    return *import.instruction;
  }

  /// In quotes.
  static std::string nameOf(const Symbol& symbol) {
    const Instruction& i = *symbol.instruction;
    return i.opcode == spv::Op::OpEntryPoint
               ? "'" + symbol.module->get(i, OpEntryPoint::kName) + "'"
               : symbol.module->nameOf(i.resultId);
  }
  uint32_t numberOf(const Symbol& symbol) const {
    return uint32_t(symbol.module - modules_.data()) + 1;
  }
  std::string programOf(const Symbol& symbol) const {
    return "program " + std::to_string(numberOf(symbol));
  }

  const std::span<const Module> modules_;
  const AllSymbols symbols_;
};

}  // namespace

Admissible<void> checkDistinctSymbols(std::span<const Module> modules) {
  return LinkError(modules).checkDistinct();
}

Diagnostic explainLinkError(std::span<const Module> modules, std::string_view messages) {
  return LinkError(modules).explain(messages);
}

}  // namespace lanewise::admit
