// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only file that includes SPIRV-LLVM-Translator.
#include "compiler/lower/translate.h"

#include "compiler/ir/diagnostics.h"
#include "compiler/lower/spirv_calls.h"

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

#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
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

/// A name that the translator gives to an instruction, such as _Z15__spirv_ocl_sinf.
bool isNameOfInstruction(std::string_view name) {
  return parseSpirvName(llvm::StringRef(name)).has_value();
}

/// Where a name of a function may begin in an instruction; 0 if it has none.
size_t nameWord(std::span<const uint32_t> instruction) {
  switch (spv::Op(instruction[0] & 0xffff)) {
    case spv::Op::OpName: return 2;
    case spv::Op::OpDecorate:
      return spv::Decoration(instruction[2]) == spv::Decoration::LinkageAttributes ? 3 : 0;
    default: return 0;
  }
}

/// The words with another name for each function of the source that has the name of an instruction:
/// the translator would take it for that. Empty if there is none.
std::vector<uint32_t> withoutNamesOfInstructions(std::span<const uint32_t> words) {
  constexpr size_t kHeaderWords = 5;
  std::vector<uint32_t> out;
  size_t copied = 0;
  for (size_t at = kHeaderWords, count = 1; at < words.size(); at += count) {
    count = std::max<size_t>(1, words[at] >> 16);
    const auto instruction = words.subspan(at, count);
    if (spv::Op(words[at] & 0xffff) == spv::Op::OpFunction) break;  // names come before
    const size_t place = nameWord(instruction);
    if (place == 0) continue;
    const std::string_view text(reinterpret_cast<const char*>(instruction.data() + place));
    if (!isNameOfInstruction(text)) continue;
    const std::string name = "source." + std::string(text);
    out.insert(out.end(), words.begin() + ptrdiff_t(copied), words.begin() + ptrdiff_t(at));
    const size_t first = out.size();
    const auto rest = instruction.subspan(place + text.size() / 4 + 1);
    out.insert(out.end(), instruction.begin(), instruction.begin() + ptrdiff_t(place));
    out.resize(first + place + name.size() / 4 + 1);
    std::ranges::copy(name, reinterpret_cast<char*>(out.data() + first + place));
    out.insert(out.end(), rest.begin(), rest.end());
    out[first] = uint32_t((out.size() - first) << 16) | (instruction[0] & 0xffff);
    copied = at + count;
  }
  if (copied != 0) out.insert(out.end(), words.begin() + ptrdiff_t(copied), words.end());
  return out;
}

/// The translator stores the UserSemantic strings of variables in a global that LLVM reserves, and
/// that only files for a linker may have.
void eraseReservedGlobals(llvm::Module& module) {
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module.globals()))
    if (global.getName().starts_with("llvm.") && global.use_empty()) global.eraseFromParent();
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
  const std::vector<uint32_t> renamed = withoutNamesOfInstructions(words);
  if (!renamed.empty()) words = renamed;
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
