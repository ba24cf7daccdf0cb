// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpLine has three operands: file, line and column. The linker copies the second and the third. The
// second becomes the number of the line, the third what the line is of. The linker crashes if a
// line holds for the parameters of a function: the line of a function is in its first block
// meanwhile.
#include "compiler/admit/linked_lines.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanewise::admit {
namespace {

constexpr uint32_t kOfStatement = 0, kOfFunction = 1;

/// Whether an instruction stands before the first that may be an OpString.
bool isBeforeStrings(spv::Op opcode) {
  constexpr spv::Op kFirst[] = {spv::Op::OpCapability,     spv::Op::OpExtension,
                                spv::Op::OpExtInstImport,  spv::Op::OpMemoryModel,
                                spv::Op::OpEntryPoint,     spv::Op::OpExecutionMode,
                                spv::Op::OpExecutionModeId};
  return std::ranges::find(kFirst, opcode) != std::end(kFirst);
}

uint32_t firstWord(size_t wordCount, spv::Op opcode) {
  return uint32_t(wordCount << 16) | uint32_t(opcode);
}

}  // namespace

std::vector<uint32_t> LinkedLines::number(const Module& module) {
  std::vector<uint32_t> out(module.words.begin(), module.words.begin() + kHeaderWords);
  const Instruction* declaration = nullptr;  // the line of the function, if it has one
  bool isInBlock = false;
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpLabel) isInBlock = true;
    if (i.opcode == spv::Op::OpFunctionEnd) isInBlock = false;
    if (i.opcode == spv::Op::OpLine) {
      if (isInBlock)
        add(module, i, kOfStatement, out);
      else
        declaration = &i;
      continue;
    }
    if (i.opcode == spv::Op::OpNoLine && !isInBlock) {
      declaration = nullptr;
      continue;
    }
    const auto words = module.wordsOf(i);
    out.insert(out.end(), words.begin(), words.end());
    if (isInBlock && declaration)
      add(module, *std::exchange(declaration, nullptr), kOfFunction, out);
  }
  return out;
}

void LinkedLines::add(const Module& module, const Instruction& line, uint32_t kind,
                      std::vector<uint32_t>& out) {
  const Instruction* file = module.definition(module.get(line, OpLine::kFile));
  const Line place{
      file && file->opcode == spv::Op::OpString ? module.get(*file, OpString::kString) : "",
      module.get(line, OpLine::kLine), module.get(line, OpLine::kColumn)};
  const auto [at, isNew] = numbers_.try_emplace(place, uint32_t(lines_.size()));
  if (isNew) lines_.push_back(place);
  const uint32_t words[] = {module.wordsOf(line).front(), module.get(line, OpLine::kFile),
                            at->second, kind};
  out.insert(out.end(), std::begin(words), std::end(words));
}

std::vector<uint32_t> LinkedLines::restore(std::span<const uint32_t> linked) const {
  std::vector<uint32_t> out(linked.begin(), linked.begin() + kHeaderWords);
  std::map<std::string, uint32_t> files;
  size_t function = 0;  // where the last one begins in `out`
  for (size_t at = kHeaderWords; at < linked.size();) {
    const auto instruction = linked.subspan(at, linked[at] >> 16);
    const auto opcode = spv::Op(instruction[0] & 0xffff);
    at += instruction.size();
    if (files.empty() && !isBeforeStrings(opcode)) files = addFiles(out);
    if (opcode == spv::Op::OpFunction) function = out.size();
    if (opcode != spv::Op::OpLine) {
      out.insert(out.end(), instruction.begin(), instruction.end());
      continue;
    }
    const Line& line = lines_[instruction[OpLine::kLine.word]];
    const uint32_t words[] = {instruction[0], files.at(line.file), line.line, line.column};
    const bool isOfFunction = instruction[OpLine::kColumn.word] == kOfFunction && function != 0;
    out.insert(isOfFunction ? out.begin() + ptrdiff_t(function) : out.end(), std::begin(words),
               std::end(words));
    if (isOfFunction) function = 0;
  }
  return out;
}

std::map<std::string, uint32_t> LinkedLines::addFiles(std::vector<uint32_t>& out) const {
  std::map<std::string, uint32_t> files;
  for (const Line& line : lines_) {
    if (!files.try_emplace(line.file, out[kBoundWord]).second) continue;
    const std::vector<uint32_t> text = literalString(line.file);
    out.push_back(firstWord(text.size() + 2, spv::Op::OpString));
    out.push_back(out[kBoundWord]++);
    out.insert(out.end(), text.begin(), text.end());
  }
  return files;
}

}  // namespace lanewise::admit
