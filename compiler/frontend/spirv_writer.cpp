// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-spirv 19 writes constant addresses wrong in two ways. A constant getelementptr over bytes
// (all that Clang 19 makes) becomes a PtrAccessChain whose base has the type of the variable, so
// that the offset counts variables instead of bytes: the base needs a Bitcast first. And an
// OpSpecConstantOp may stand before the one that it is made of. The names by which modules are
// linked it writes wrong where they are not ASCII: it adds a word's bytes up as signed numbers.
#include "compiler/frontend/spirv_writer.h"

#include "compiler/admit/spirv_words.h"
#include "compiler/frontend/own_functions.h"
#include "compiler/ir/diagnostics.h"

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

/// Types, constants and variables: what is written here has its result in word 1 or 2.
class ConstantWriter {
 public:
  ConstantWriter(std::vector<uint32_t>& out, std::span<const Instruction> section)
      : out_(out), section_(section) {
    for (size_t i = 0; i < section.size(); ++i)
      if (const uint32_t id = resultOf(section[i])) definitions_[id] = i;
  }

  void run() {
    for (size_t i = 0; i < section_.size(); ++i) write(i);
  }

 private:
  static bool isType(spv::Op op) { return op >= spv::Op::OpTypeVoid && op <= spv::Op::OpTypePipe; }
  static bool isConstant(spv::Op op) {
    return op >= spv::Op::OpConstantTrue && op <= spv::Op::OpSpecConstantOp;
  }
  static uint32_t resultOf(const Instruction& i) {
    if (isType(i.opcode)) return i.words.size() > 1 ? i.words[1] : 0;
    if (isConstant(i.opcode) || i.opcode == spv::Op::OpVariable || i.opcode == spv::Op::OpUndef)
      return i.words.size() > 2 ? i.words[2] : 0;
    return 0;
  }

  /// The words that are ids of what the instruction is made of, as far as their order is at stake.
  static std::span<const uint32_t> operandsOf(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpTypePointer: return i.words.subspan(std::min<size_t>(3, i.words.size()));
      case spv::Op::OpTypeArray:
      case spv::Op::OpTypeStruct:
      case spv::Op::OpTypeFunction: return i.words.subspan(2);
      case spv::Op::OpTypeVector: return i.words.subspan(2, 1);
      case spv::Op::OpConstantComposite:
      case spv::Op::OpSpecConstantComposite: return i.words.subspan(3);
      case spv::Op::OpSpecConstantOp:
      case spv::Op::OpVariable: return i.words.subspan(std::min<size_t>(4, i.words.size()));
      default: return {};
    }
  }

  void writeId(uint32_t id) {
    const auto found = definitions_.find(id);
    if (found != definitions_.end()) write(found->second);
  }

  void write(size_t index) {
    if (!written_.insert(index).second) return;
    const Instruction& i = section_[index];
    if (!isType(i.opcode) && resultOf(i)) writeId(i.words[1]);
    for (uint32_t id : operandsOf(i)) writeId(id);
    if (isByteOffset(i)) return writeByteOffset(i);
    out_.insert(out_.end(), i.words.begin(), i.words.end());
  }

  uint32_t typeOf(uint32_t id) const {
    const auto found = definitions_.find(id);
    if (found == definitions_.end() || isType(section_[found->second].opcode)) return 0;
    return section_[found->second].words[1];
  }

  /// One index, and a result that is not what the base points to.
  bool isByteOffset(const Instruction& i) const {
    if (i.opcode != spv::Op::OpSpecConstantOp || i.words.size() != 6) return false;
    const auto operation = spv::Op(i.words[3]);
    if (operation != spv::Op::OpPtrAccessChain && operation != spv::Op::OpInBoundsPtrAccessChain)
      return false;
    const uint32_t baseType = typeOf(i.words[4]);
    return baseType && baseType != i.words[1];
  }

  void writeByteOffset(const Instruction& i) {
    const uint32_t base = out_[3]++;
    const uint32_t cast[] = {5u << 16 | uint32_t(spv::Op::OpSpecConstantOp), i.words[1], base,
                             uint32_t(spv::Op::OpBitcast), i.words[4]};
    out_.insert(out_.end(), std::begin(cast), std::end(cast));
    const size_t at = out_.size();
    out_.insert(out_.end(), i.words.begin(), i.words.end());
    out_[at + 4] = base;
  }

  std::vector<uint32_t>& out_;
  const std::span<const Instruction> section_;
  std::unordered_map<uint32_t, size_t> definitions_;
  std::unordered_set<size_t> written_;
};

/// The four bytes of a name from the sum that llvm-spirv makes of them.
uint32_t repairedBytes(uint32_t sum) {
  uint32_t bytes = 0;
  for (int place = 0; place < 32; place += 8) {
    const uint32_t byte = sum & 0xff;
    bytes |= byte << place;
    sum = (sum - uint32_t(int8_t(byte))) >> 8;
  }
  return bytes;
}

void repairLinkedNames(std::vector<uint32_t>& words) {
  for (const Instruction& i : instructionsOf(words)) {
    if (i.opcode != spv::Op::OpDecorate || i.words.size() < 5) continue;
    if (spv::Decoration(i.words[2]) != spv::Decoration::LinkageAttributes) continue;
    const size_t at = size_t(i.words.data() - words.data());
    for (size_t n = 3; n + 1 < i.words.size(); ++n) words[at + n] = repairedBytes(words[at + n]);
  }
}

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
  // Words of the instructions of OpenCL.DebugInfo.100.
  static constexpr size_t kSet = 3, kNumber = 4;
  static constexpr uint32_t kDebugFunction = 20, kDebugSource = 35;
  static constexpr size_t kSourceFile = 5;
  static constexpr size_t kSource = 7, kLine = 8, kColumn = 9, kFunction = 14;

  void write(const Instruction& i) {
    if (i.opcode == spv::Op::OpExtInstImport && stringAt(i.words, 2) == "OpenCL.DebugInfo.100")
      set_ = i.words[1];
    const bool isDebugInfo =
        set_ && ((i.opcode == spv::Op::OpExtInstImport && i.words[1] == set_) ||
                 (i.opcode == spv::Op::OpExtInst && i.words[kSet] == set_));
    if (i.opcode == spv::Op::OpExtInst && isDebugInfo) note(i);
    if (i.opcode == spv::Op::OpName && !places_.named.empty())
      names_[i.words[1]] = stringAt(i.words, 2);
    if (i.opcode == spv::Op::OpFunction)
      if (const auto line = lines_.find(i.words[2]); line != lines_.end())
        writeLine(line->second, i.words[2]);
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
    if (i.words[kNumber] == kDebugSource && i.words.size() > kSourceFile)
      files_[i.words[2]] = i.words[kSourceFile];
    if (i.words[kNumber] != kDebugFunction || i.words.size() <= kFunction) return;
    if (const auto file = files_.find(i.words[kSource]); file != files_.end())
      lines_[i.words[kFunction]] = {4u << 16 | uint32_t(spv::Op::OpLine), file->second,
                                    i.words[kLine], i.words[kColumn]};
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

bool beginsConstants(spv::Op op) {
  return (op >= spv::Op::OpTypeVoid && op <= spv::Op::OpTypeForwardPointer);
}

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

std::vector<uint32_t> repairedConstants(std::span<const uint32_t> words) {
  const std::vector<Instruction> all = instructionsOf(words);
  const auto begin = std::ranges::find_if(all, beginsConstants, &Instruction::opcode);
  const auto end = std::ranges::find(begin, all.end(), spv::Op::OpFunction, &Instruction::opcode);
  std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
  const auto copy = [&](auto first, auto last) {
    for (; first != last; ++first) out.insert(out.end(), first->words.begin(), first->words.end());
  };
  copy(all.begin(), begin);
  ConstantWriter(out, {begin, end}).run();
  copy(end, all.end());
  return out;
}

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
