// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that includes SPIRV-LLVM-Translator.
#include "compiler/lower/translate.h"

#include "compiler/admit/function_names.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/repairs/reserved_globals.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <LLVMSPIRVLib/LLVMSPIRVOpts.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <spanstream>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {
namespace {

SPIRV::TranslatorOpts options() {
  SPIRV::TranslatorOpts result(SPIRV::VersionNumber::MaximumVersion);
  // admit() has decided what a module may use.
  result.enableAllExtensions();
  result.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::SPIRVFriendlyIR);
  return result;
}

/// The words with another name for each function of the source that has the name of an instruction,
/// such as _Z15__spirv_ocl_sinf: the translator would take it for that.
std::optional<std::vector<uint32_t>> withoutNamesOfInstructions(std::span<const uint32_t> words) {
  return admit::withFunctionNames(words, [](std::string_view name) -> std::optional<std::string> {
    if (!parseSpirvName(llvm::StringRef(name))) return std::nullopt;
    return "source." + std::string(name);
  });
}

/// An OpPhi has one value for each parent block, a phi of LLVM one for each edge: a switch whose
/// cases share a target has several edges to it.
void completePhis(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function) {
      if (block.phis().empty()) continue;
      llvm::MapVector<llvm::BasicBlock*, unsigned> edges;
      for (llvm::BasicBlock* parent : llvm::predecessors(&block)) ++edges[parent];
      for (llvm::PHINode& phi : block.phis())
        for (const auto& [parent, count] : edges) {
          const unsigned values = llvm::count(phi.blocks(), parent);
          if (values == 0) continue;
          for (unsigned n = values; n < count; ++n)
            phi.addIncoming(phi.getIncomingValueForBlock(parent), parent);
        }
    }
}

}  // namespace

llvm::Expected<std::unique_ptr<llvm::Module>> translate(std::span<const uint32_t> words,
                                                        llvm::LLVMContext& context) {
  const std::optional<std::vector<uint32_t>> renamed = withoutNamesOfInstructions(words);
  if (renamed) words = *renamed;
  // The translator reads and seeks in a stream of mutable characters.
  auto* characters = reinterpret_cast<char*>(const_cast<uint32_t*>(words.data()));
  std::ispanstream stream(std::span(characters, words.size_bytes()));
  llvm::Module* translated = nullptr;
  std::string problem;
  if (!llvm::readSpirv(context, options(), stream, translated, problem) || !translated)
    return makeError(DiagnosticKind::InternalError, "translation of SPIR-V failed: " + problem);
  std::unique_ptr<llvm::Module> module(translated);
  completePhis(*module);
  std::string report;
  llvm::raw_string_ostream reportStream(report);
  bool brokenDebugInfo = false;
  if (llvm::verifyModule(*module, &reportStream, &brokenDebugInfo))
    return makeError(DiagnosticKind::InternalError,
                     "translation of SPIR-V gave invalid IR: " + report);
  // Debug information is not validated, and a program can do without it.
  if (brokenDebugInfo) llvm::StripDebugInfo(*module);
  eraseReservedGlobals(*module);
  return module;
}

}  // namespace lanewise
