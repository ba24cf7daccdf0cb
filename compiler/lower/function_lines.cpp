// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the module and of its words belong together by their names.
#include "compiler/lower/function_lines.h"

#include "compiler/admit/spirv_words.h"
#include "compiler/contract/function_places.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#include <spirv/unified1/spirv.hpp11>

#include <string>
#include <unordered_map>

namespace lanewise {
namespace {

struct Line {
  uint32_t line, column;
};

/// By the functions' names.
std::unordered_map<std::string, Line> linesOf(std::span<const uint32_t> words) {
  std::unordered_map<std::string, Line> lines;
  std::unordered_map<uint32_t, std::string_view> names;
  const Instruction* line = nullptr;
  const std::vector<Instruction> all = instructionsOf(words);
  for (const Instruction& i : all) {
    if (i.opcode == spv::Op::OpName) names[i.get(OpName::kTarget)] = i.get(OpName::kName);
    if (i.opcode == spv::Op::OpDecorate &&
        i.get(OpDecorate::kDecoration) == spv::Decoration::LinkageAttributes)
      names[i.get(OpDecorate::kTarget)] = stringAt(i.words, OpDecorate::kParameters.word);
    if (i.opcode == spv::Op::OpFunction && line)
      lines[std::string(names[i.get(OpFunction::kResultId)])] = {line->get(OpLine::kLine),
                                                                 line->get(OpLine::kColumn)};
    line = i.opcode == spv::Op::OpLine ? &i : nullptr;
  }
  return lines;
}

}  // namespace

void noteFunctionLines(llvm::Module& module, std::span<const uint32_t> words) {
  if (module.debug_compile_units().empty()) return;
  const std::unordered_map<std::string, Line> lines = linesOf(words);
  for (llvm::Function& function : module) {
    const llvm::DISubprogram* subprogram = function.getSubprogram();
    if (!subprogram) continue;
    const auto found = lines.find(function.getName().str());
    if (found != lines.end() && found->second.column)
      noteFunctionPlace(function, found->second.line, found->second.column);
  }
}

}  // namespace lanewise
