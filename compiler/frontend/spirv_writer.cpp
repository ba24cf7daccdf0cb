// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls llvm-spirv, repairs its faults (compiler/repairs/written_words.h), and adds lines and
// notes.
#include "compiler/frontend/spirv_writer.h"

#include "compiler/admit/spirv_words.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/own_functions.h"
#include "compiler/repairs/written_words.h"

#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <llvm/IR/Module.h>
#include <spirv/unified1/spirv.hpp11>

#include <algorithm>
#include <array>
#include <cstring>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace lanewise {
namespace {

/// Copies a module. Each function gets an OpLine for its declaration, with the column that debug
/// information lacks, and OpenCL.DebugInfo.100 is left out unless `keepDebugInfo`.
class LineWriter {
 public:
  LineWriter(std::span<const uint32_t> words, const DeclarationPlaces& places, bool keepDebugInfo)
      : words_(words),
        places_(places),
        keepDebugInfo_(keepDebugInfo),
        out_(words.begin(), words.begin() + kHeaderWords) {
    out_.reserve(words.size());
  }

  std::vector<uint32_t> run() {
    for (const Instruction& i : instructionsOf(words_)) write(i);
    return std::move(out_);
  }

 private:
  // Numbers of instructions of OpenCL.DebugInfo.100, and places in their operands.
  static constexpr uint32_t kDebugFunction = 20, kDebugSource = 35;
  static constexpr size_t kSourceFile = 0;
  static constexpr size_t kSource = 2, kLine = 3, kColumn = 4, kFunction = 9;

  void write(const Instruction& i) {
    if (i.opcode == spv::Op::OpExtInstImport &&
        i.get(OpExtInstImport::kName) == "OpenCL.DebugInfo.100")
      set_ = i.get(OpExtInstImport::kResultId);
    const bool isDebugInfo =
        set_ &&
        ((i.opcode == spv::Op::OpExtInstImport && i.get(OpExtInstImport::kResultId) == set_) ||
         (i.opcode == spv::Op::OpExtInst && i.get(OpExtInst::kSet) == set_));
    if (i.opcode == spv::Op::OpExtInst && isDebugInfo) note(i);
    if (i.opcode == spv::Op::OpName && !places_.named.empty())
      names_[i.get(OpName::kTarget)] = i.get(OpName::kName);
    if (i.opcode == spv::Op::OpFunction)
      if (const auto line = lines_.find(i.get(OpFunction::kResultId)); line != lines_.end())
        writeLine(line->second, line->first);
    if (keepDebugInfo_ || !(isDebugInfo || i.opcode == spv::Op::OpModuleProcessed))
      out_.insert(out_.end(), i.words.begin(), i.words.end());
  }

  void writeLine(std::array<uint32_t, 4> line, uint32_t function) {
    const SourcePlace place = placeOf(names_[function], places_);
    if (place.line == line[2]) line[3] = place.column;
    out_.insert(out_.end(), line.begin(), line.end());
  }

  /// Sources and functions, whose instructions come before all functions.
  void note(const Instruction& i) {
    const auto operands = i.get(OpExtInst::kOperands);
    const uint32_t number = i.get(OpExtInst::kInstruction);
    if (number == kDebugSource && operands.size() > kSourceFile)
      files_[i.get(OpExtInst::kResultId)] = operands[kSourceFile];
    if (number != kDebugFunction || operands.size() <= kFunction) return;
    if (const auto file = files_.find(operands[kSource]); file != files_.end())
      lines_[operands[kFunction]] = {4u << 16 | uint32_t(spv::Op::OpLine), file->second,
                                     operands[kLine], operands[kColumn]};
  }

  std::span<const uint32_t> words_;
  const DeclarationPlaces& places_;
  const bool keepDebugInfo_;
  std::vector<uint32_t> out_;
  uint32_t set_ = 0;
  std::unordered_map<uint32_t, std::string> names_;
  std::unordered_map<uint32_t, uint32_t> files_;                 // DebugSource -> OpString
  std::unordered_map<uint32_t, std::array<uint32_t, 4>> lines_;  // function -> OpLine
};

bool isBeforeStrings(spv::Op op) {
  switch (op) {
    case spv::Op::OpCapability:
    case spv::Op::OpExtension:
    case spv::Op::OpExtInstImport:
    case spv::Op::OpMemoryModel:
    case spv::Op::OpEntryPoint:
    case spv::Op::OpExecutionMode:
    case spv::Op::OpExecutionModeId: return true;
    default: return false;
  }
}

void addString(std::vector<uint32_t>& out, const std::string& text) {
  constexpr size_t kMaxWords = 0xffff;
  const size_t words = 2 + stringWords(text);
  if (words > kMaxWords) return;
  out.push_back(uint32_t(words << 16) | uint32_t(spv::Op::OpString));
  out.push_back(out[3]++);
  appendString(out, text);
}

std::vector<uint32_t> withNotes(std::span<const uint32_t> words,
                                std::span<const KernelNotes> notes) {
  std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
  size_t place = kHeaderWords;
  for (const Instruction& i : instructionsOf(words)) {
    if (!isBeforeStrings(i.opcode)) break;
    place += i.words.size();
  }
  out.insert(out.end(), words.begin() + kHeaderWords, words.begin() + ptrdiff_t(place));
  for (const KernelNotes& kernel : notes) addString(out, encodeNotes(kernel));
  out.insert(out.end(), words.begin() + ptrdiff_t(place), words.end());
  return out;
}

}  // namespace

llvm::Expected<std::vector<uint8_t>> writeSpirvModule(llvm::Module& module,
                                                      std::span<const KernelNotes> notes,
                                                      const DeclarationPlaces& places,
                                                      bool keepDebugInfo) {
  SPIRV::TranslatorOpts options(SPIRV::VersionNumber::SPIRV_1_5);
  options.enableAllExtensions();
  std::ostringstream stream;
  std::string problem;
  if (!llvm::writeSpirv(&module, options, stream, problem))
    return makeError(DiagnosticKind::Unsupported,
                     "the program cannot be written as SPIR-V: " + withOwnNames(problem));
  const std::string bytes = std::move(stream).str();
  std::vector<uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), words.size() * 4);
  if (words.size() < kHeaderWords)
    return makeError(DiagnosticKind::InternalError, "the SPIR-V writer wrote no module");
  repairLinkedNames(words);
  words = withOwnNames(std::move(words));
  words = LineWriter(words, places, keepDebugInfo).run();
  words = withNotes(repairedConstants(words), notes);
  std::vector<uint8_t> result(words.size() * 4);
  std::memcpy(result.data(), words.data(), result.size());
  return result;
}

}  // namespace lanewise
